from bots.greedy import GreedyBot
from bots.server import serve

serve(GreedyBot())
