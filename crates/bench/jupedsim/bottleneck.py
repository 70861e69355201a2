"""The bottleneck room with JuPedSim: reads the walkable area and the walkers from standard input, prints results as JSON.

Input, line by line: the area as WKT; the exit's corners as x,y pairs; seconds of a step; how many steps; a walker as
x,y on each further line. The model is the one without collisions that JuPedSim recommends for crowds.
"""

import json
import sys
import time

import jupedsim as jps


def main():
    lines = sys.stdin.read().splitlines()
    area = lines[0]
    numbers = [float(n) for n in lines[1].split(",")]
    step, steps = float(lines[2]), int(lines[3])
    walkers = [tuple(float(n) for n in line.split(",")) for line in lines[4:]]
    simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=area, dt=step)
    exit_stage = simulation.add_exit_stage(list(zip(numbers[::2], numbers[1::2])))
    journey = simulation.add_journey(jps.JourneyDescription([exit_stage]))
    for position in walkers:
        simulation.add_agent(
            jps.CollisionFreeSpeedModelAgentParameters(
                journey_id=journey, stage_id=exit_stage, position=position, radius=0.15, desired_speed=1.34
            )
        )
    moved = 0
    start = time.perf_counter()
    for _ in range(steps):
        moved += simulation.agent_count()
        simulation.iterate()
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "walker_steps": moved, "remaining": simulation.agent_count()}))


main()
