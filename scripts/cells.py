#!/usr/bin/env python3
"""Runs the code cells of a Jupyter notebook in order, in one namespace and without a screen: cells.py FILE"""
import json, os, sys

os.environ["MPLBACKEND"] = "Agg"
with open(sys.argv[1], encoding="utf-8") as file:
    cells = json.load(file)["cells"]
names = {"__name__": "__main__"}
for number, cell in enumerate(cells, 1):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"{sys.argv[1]}, cell {number}", "exec"), names)
