"""Verifies the proof of a receipt with nothing but Python: verify-proof.py FILE [--key KEY] [--since FILE]

FILE is a proof, as JSON or packed; KEY the log's key as it was published, without which the one in FILE is believed; --since names
a checkpoint, or an earlier proof, that the log must go on from. Exit code 0: good; 1: not."""
import argparse, base64, hashlib, json, re, struct, sys
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # Ed25519: RFC 8032, section 5.1
D = -121665 * pow(121666, -1, P) % P

def decompress(point):
    y, sign = int.from_bytes(point, "little") & (1 << 255) - 1, point[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign): raise ValueError("no point of the curve")
    return (P - x if x % 2 != sign else x, y)
def add(a, b):
    product = D * a[0] * b[0] * a[1] * b[1]
    return ((a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, P) % P, (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P) % P)
def times(n, point): return add(times(n >> 1, add(point, point)), point if n & 1 else (0, 1)) if n else (0, 1)
def is_signed(key, text, signature):
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    (x, y), s = decompress(key), int.from_bytes(signature[32:], "little")
    base = decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    x, y = add(times(s, base), times(k, (P - x, y)))
    return len(signature) == 64 and s < L and signature[:32] == (y | (x & 1) << 255).to_bytes(32, "little")

def leaf_hash(text): return hashlib.sha256(b"\0" + text.encode()).digest()
def node_hash(left, right): return hashlib.sha256(b"\1" + left + right).digest()
def id_of(name, key): return hashlib.sha256(name.encode() + b"\n" + key).digest()[:4]
def encode(raw): return base64.b64encode(raw).decode()
def decode(text): return base64.b64decode(text, validate=True)
def refuse(why): sys.exit("NOT PROVED: " + why)

def head_of(note, verifier_key):
    """Origin, size and root of a checkpoint that the key has signed (C2SP: signed-note, tlog-checkpoint)."""
    match = re.fullmatch(r"([^\n]+)\n(\d+)\n([A-Za-z0-9+/]{43}=)\n\n((?:— .+\n)+)", note)
    (name, named, key), text = verifier_key.split("+", 2), note.split("\n\n")[0].encode() + b"\n"
    for line in match[4].splitlines() if match and id_of(name, decode(key)).hex() == named else []:
        who, signature, kind = line[2:].rpartition(" ")[0], decode(line.rpartition(" ")[2]), decode(key)[0]
        if who == name and signature[:4].hex() == named and kind == 1 and is_signed(decode(key)[1:], text, signature[4:]):
            return match[1], int(match[2]), decode(match[3])
    refuse("the checkpoint is not signed by its key")

def root_of(leaf, index, size, path, are_two=False):
    """The root that a leaf leads to with what it takes of its path; of a consistency proof the roots of both trees."""
    if index not in range(size): return None
    node, last, old, new = index, size - 1, leaf, leaf
    while are_two and node % 2: node, last = node // 2, last // 2
    while last:
        sibling = path.pop(0) if path and (node % 2 or node < last) else b""
        if node % 2: old, new = node_hash(sibling, old), node_hash(sibling, new)
        elif node < last: new = node_hash(new, sibling)
        node, last = node // 2, last // 2
    return (old, new) if are_two else new

def goes_on(earlier, later, path):
    (_, old, old_root), (_, new, new_root) = earlier, later
    if old > new or earlier[0] != later[0]: return False
    if old in (0, new): return not path and (old == 0 or old_root == new_root)
    path = ([old_root] if old & (old - 1) == 0 else []) + path
    return bool(path) and root_of(path.pop(0), old - 1, new, path, are_two=True) == (old_root, new_root) and not path

def read(file):
    """A checkpoint or a proof. A packed one lacks what follows from the rest: the roots, and so the text that was signed."""
    raw = open(file, "rb").read()
    if raw[:1] == b"{" or "\n\n— ".encode() in raw: return json.loads(raw) if raw[:1] == b"{" else {"checkpoint": raw.decode()}
    origin, leaf, raw = raw.split(b"\n", 2)
    origin, leaf, (index, size, place, cycle, micros) = origin.decode(), leaf.decode(), struct.unpack(">3I2Q", raw[:28])
    key, r, s, books, *path = b"\1" + raw[28:60], *(raw[at:at + 32] for at in range(60, len(raw), 32))
    root = root_of(leaf_hash(leaf), index, size, above := list(path))
    seal = "|".join([*leaf.split("|")[:2], str(cycle), str(micros), str(size), root.hex(), books.hex()])
    log, key_id = root_of(leaf_hash(seal), place, place + 1, list(above)), id_of(origin, key)
    note = f"{origin}\n{place + 1}\n{encode(log)}\n\n— {origin} {encode(key_id + r + s)}\n"
    paths = [[encode(h) for h in hashes] for hashes in (path[:len(path) - len(above)], above)]
    return {"leaf": leaf, "index": index, "size": size, "path": paths[0], "seal": {"leaf": seal, "index": place, "path": paths[1]},
        "checkpoint": note, "consistency": {"checkpoint": note, "path": []}, "key": f"{origin}+{key_id.hex()}+{encode(key)}"}

def main():
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("file", "--key", "--since"): options.add_argument(name)
    asked = options.parse_args()
    proof = read(asked.file)
    key, seal = asked.key or proof["key"], proof["seal"]["leaf"].split("|")
    path, above, between = ([decode(h) for h in part["path"]] for part in (proof, proof["seal"], proof["consistency"]))
    if key != proof["key"]: refuse("it is signed by another key")
    if proof["leaf"].split("|")[:2] != seal[:2]: refuse("the line and the seal are of different months")
    month = root_of(leaf_hash(proof["leaf"]), proof["index"], proof["size"], path)
    if path or month is None or month.hex() != seal[5] or str(proof["size"]) != seal[4]: refuse("the line is not in the sealed month")
    head, earlier = head_of(proof["checkpoint"], key), head_of(proof["consistency"]["checkpoint"], key)
    log = root_of(leaf_hash(proof["seal"]["leaf"]), proof["seal"]["index"], head[1], above)
    if above or log != head[2]: refuse("the seal is not in the log")
    if not goes_on(earlier, head, between): refuse("the log was forked: it does not go on from its earlier head")
    noted = head_of(read(asked.since)["checkpoint"], key) if asked.since else head
    same = [known for known in (head, earlier) if known[1] == noted[1]]
    if not same: refuse(f"ask for the proof with ?since={noted[1]}: it speaks of other heads of the log")
    if same[0] != noted: refuse("the log was forked: of the same size it had another head")
    print(f"PROVED: {proof['leaf']}, in a log of {head[1]} seals, signed by {key}")

try: main()
except (KeyError, TypeError, ValueError, IndexError, AttributeError, OSError, struct.error) as error: refuse(f"the file is no proof ({error})")
