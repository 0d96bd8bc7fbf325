from engine.game import Game
from engine.info import GameInfo

INFO: GameInfo
RULES: type[Game]
