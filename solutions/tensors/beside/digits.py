"""After the exam: a network of two layers learns to read digits, with your gradients.

Run it beside your engine:  python digits.py

It takes `Tensor`, `cross_entropy` and `zero_grad` from 08_tensor_engine.py in the same folder. 600
images are learnt from, and 150 are held out: the curve says how many of these are read right.
Nothing here is graded. Change the layers, the rate, the number of steps, and see what happens.
"""

import importlib.util
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ENGINE = HERE / "08_tensor_engine.py"
HIDDEN, RATE, BATCH, ROUNDS = 32, 0.3, 30, 12
HEIGHT = 10


def engine():
    """Your own module."""
    if not ENGINE.is_file():
        raise SystemExit(f"{ENGINE.name} is not beside this file: copy your engine to {HERE}.")
    spec = importlib.util.spec_from_file_location("tensor_engine", ENGINE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def images():
    """Pixels from 0 to 1, a row for each image, and the labels."""
    lines = (HERE / "digits.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    pixels = [["0123456789abcdefg".index(each) / 16 for each in row[1]] for row in rows]
    return np.array(pixels), np.array([int(row[0]) for row in rows])


def network(x, layers):
    """The logits of each row of x."""
    w1, b1, w2, b2 = layers
    return (x @ w1 + b1).relu() @ w2 + b2


def read_right(pixels, labels, layers):
    """How many of these images are read right, from 0 to 1."""
    return float((network(pixels, layers).data.argmax(axis=1) == labels).mean())


def train(nn, pixels, labels, held_out):
    """The layers in the end, and how many held-out images were read right after each round."""
    rng = np.random.default_rng(0)
    layers = [
        nn.Tensor(rng.normal(size=shape) / np.sqrt(shape[0]))
        for shape in ((64, HIDDEN), (1, HIDDEN), (HIDDEN, 10), (1, 10))
    ]
    curve = [read_right(*held_out, layers)]
    for _ in range(ROUNDS):
        order = rng.permutation(len(labels))
        for start in range(0, len(labels), BATCH):
            batch = order[start : start + BATCH]
            loss = nn.cross_entropy(network(pixels[batch], layers), labels[batch])
            nn.zero_grad(loss)
            loss.backward()
            for each in layers:
                each.data -= RATE * each.grad
        curve.append(read_right(*held_out, layers))
        print(f"  round {len(curve) - 1:2}   loss {float(loss.data):.3f}   {curve[-1]:.0%} right")
    return layers, curve


def picture(curve):
    """The curve in characters."""
    lines = []
    for row in range(HEIGHT, 0, -1):
        bars = "".join("  ##" if each * HEIGHT >= row else "    " for each in curve)
        lines.append(f"  {10 * row:3}% |{bars}")
    return "\n".join(
        [*lines, "       +" + "----" * len(curve), "        before, and after each round"]
    )


def drawn(pixels):
    """An image in characters."""
    shades = " .:-=+*#%@"
    rows = np.asarray(pixels).reshape(8, 8)
    return ["".join(2 * shades[int(each * 9)] for each in row) for row in rows]


def main():
    nn = engine()
    pixels, labels = images()
    held_out = pixels[600:], labels[600:]
    try:
        layers, curve = train(nn, pixels[:600], labels[:600], held_out)
    except NotImplementedError as todo:
        raise SystemExit(f"Your engine is not finished: {todo}") from None
    print(f"\nHeld-out images that are read right:\n\n{picture(curve)}\n")
    found = network(held_out[0], layers).data.argmax(axis=1)
    right = found == held_out[1]
    some = [*np.flatnonzero(right)[:2], *np.flatnonzero(~right)[:1]]
    for lines in zip(*(drawn(held_out[0][each]) for each in some), strict=True):
        print("   ".join(lines))
    print("   ".join(f"{f'read as {found[n]}, is {held_out[1][n]}':16}" for n in some))
    print(
        f"\n{curve[-1]:.0%} of {len(found)} images that it has never seen. Your gradients did that."
    )


if __name__ == "__main__":
    main()
