"""Verifies the proof of a receipt with nothing but Python: verify-proof.py FILE [--key KEY] [--since FILE]

FILE is what GET /api/billing/seals/:cycleId/proof answers. KEY is the log's key as it was published; without it the one in
FILE is believed. --since names a checkpoint, or an earlier proof, that the log must go on from. Exit code 0: good; 1: not.
"""
import argparse, base64, hashlib, json, re, sys

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

def times(scalar, point):
    result = (0, 1)
    while scalar:
        result, point, scalar = (add(result, point) if scalar & 1 else result), add(point, point), scalar >> 1
    return result

def is_signed(key, text, signature):
    try: a, r, s = decompress(key), decompress(signature[:32]), int.from_bytes(signature[32:], "little")
    except (ValueError, IndexError): return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    base = decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    return len(signature) == 64 and s < L and times(s, base) == add(r, times(k, a))

def leaf_hash(text): return hashlib.sha256(b"\0" + text.encode()).digest()
def node_hash(left, right): return hashlib.sha256(b"\1" + left + right).digest()
def decode(text): return base64.b64decode(text, validate=True)
def refuse(why): sys.exit("NOT PROVED: " + why)

def head_of(note, verifier_key):
    """Origin, size and root of a checkpoint that the key has signed (C2SP: signed-note, tlog-checkpoint)."""
    match = re.fullmatch(r"([^\n]+)\n(\d+)\n([A-Za-z0-9+/]{43}=)\n\n((?:— .+\n)+)", note)
    name, key_id, key = verifier_key.split("+", 2)
    key = decode(key)
    if match is None or hashlib.sha256(name.encode() + b"\n" + key).hexdigest()[:8] != key_id: refuse("the checkpoint is not signed by its key")
    text = note.split("\n\n")[0].encode() + b"\n"
    for line in match[4].splitlines():
        who, _, signature = line[2:].rpartition(" ")
        signature = decode(signature)
        if who == name and signature[:4].hex() == key_id and key[0] == 1 and is_signed(key[1:], text, signature[4:]):
            return match[1], int(match[2]), decode(match[3])
    refuse("the checkpoint is not signed by its key")

def root_of(leaf, index, size, path, proof_of=None):
    """The root that a leaf and its path lead to; with `proof_of`, the roots of both trees of a consistency proof."""
    if not 0 <= index < size: return None
    node, last, old, new = index, size - 1, leaf, leaf
    while proof_of and node % 2: node, last = node // 2, last // 2
    for sibling in path:
        if last == 0: return None
        if node % 2 or node == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while node % 2 == 0 and node: node, last = node // 2, last // 2
        else: new = node_hash(new, sibling)
        node, last = node // 2, last // 2
    return None if last else (old, new) if proof_of else new

def goes_on(earlier, later, path):
    (_, old, old_root), (_, new, new_root) = earlier, later
    if old > new or earlier[0] != later[0]: return False
    if old in (0, new): return not path and (old == 0 or old_root == new_root)
    path = ([old_root] if old & (old - 1) == 0 else []) + path
    return bool(path) and root_of(path[0], old - 1, new, path[1:], proof_of=True) == (old_root, new_root)

def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("file"), options.add_argument("--key"), options.add_argument("--since")
    asked = options.parse_args()
    proof = json.load(open(asked.file, encoding="utf-8"))
    key = asked.key or proof["key"]
    if key != proof["key"]: refuse("it is signed by another key")
    seal = proof["seal"]["leaf"].split("|")
    if proof["leaf"].split("|")[:2] != seal[:2]: refuse("the line and the seal are of different months")
    month = root_of(leaf_hash(proof["leaf"]), proof["index"], proof["size"], [decode(h) for h in proof["path"]])
    if month is None or month.hex() != seal[5] or str(proof["size"]) != seal[4]: refuse("the line is not in the sealed month")
    head, earlier = head_of(proof["checkpoint"], key), head_of(proof["consistency"]["checkpoint"], key)
    log = root_of(leaf_hash(proof["seal"]["leaf"]), proof["seal"]["index"], head[1], [decode(h) for h in proof["seal"]["path"]])
    if log != head[2]: refuse("the seal is not in the log")
    if not goes_on(earlier, head, [decode(h) for h in proof["consistency"]["path"]]): refuse("the log was forked: it does not go on from its earlier head")
    if asked.since:
        text = open(asked.since, encoding="utf-8").read()
        noted = head_of(json.loads(text)["checkpoint"] if text.startswith("{") else text, key)
        same = [known for known in (head, earlier) if known[1] == noted[1]]
        if not same: refuse(f"ask for the proof with ?since={noted[1]}: it speaks of other heads of the log")
        if same[0] != noted: refuse("the log was forked: of the same size it had another head")
    print(f"PROVED: {proof['leaf']}\nin a log of {head[1]} seals, signed by {key}")

try: main()
except (KeyError, TypeError, ValueError, IndexError, AttributeError, OSError) as error: refuse(f"the file is no proof ({error})")
