from engine.game import Game

RULES: type[Game]
