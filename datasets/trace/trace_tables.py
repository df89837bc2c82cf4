"""Tables of a game path-traced by Blender: another camera, light and renderer than `scene/` has.

    blender -b --python-exit-code 1 -P datasets/trace/trace_tables.py -- --textures DIR --script FILE --out DIR

Everything it knows of a game comes from `octo-datasets textures` and `octo-datasets script`. It lays some of the script's
layouts on a table of its own: pieces have thickness, cards bend a little and are coated, lamps are areas with soft shadows,
the picture is exposed and balanced as a camera does it. Writes PNG pictures and `truth.jsonl` as `recognize` and
the scoring tool of the contract have it. The same arguments and version of Blender give the same tables.

Lengths are metres, angles on the table degrees clockwise, as in scripts.
"""

import argparse
import json
import math
import os
import random
import sys

import bpy
import cv2
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

MM = 0.001
# Thickness of what lies on the table, mm.
THICKNESS = {"card": 0.3, "octagon": 1.6, "round": 1.8, "mat": 0.3, "board": 1.0}
# A piece of which less is seen need not be found: a strip of 18 mm is more.
LEAST_VISIBLE = 0.16
TILTS = (0, 15, 30, 45)


def arguments():
    parser = argparse.ArgumentParser(prog="trace_tables.py")
    parser.add_argument("--textures", required=True, help="folder that `octo-datasets textures` wrote")
    parser.add_argument("--script", required=True, help="file that `octo-datasets script` wrote")
    parser.add_argument("--out", required=True)
    parser.add_argument("--pictures", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1, help="of the first picture; the others follow")
    parser.add_argument("--samples", type=int, default=16, help="a pixel")
    parser.add_argument("--width", type=int, default=1920)
    parser.add_argument("--ground", choices=["mat", "markers"], default="mat",
                        help="the printed mat, or a cloth with the four corner markers (card games)")
    parser.add_argument("--turn", action="store_true", help="lay the turn marker, too")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1:])


class Faces:
    """The print edition as `textures` wrote it."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "faces.json"), encoding="utf-8") as file:
            self.by_name = {face["piece"]: face for face in json.load(file)}

    def of(self, piece):
        """What is seen of a script's piece: its face, or what lies on top when it is turned over."""
        face = self.by_name[piece["face"]]
        if piece["up"] or "backs" not in face:
            return face
        return self.by_name[face["backs"][0]]


# ---- shapes ----------------------------------------------------------------------------------------------------------


def outline_mm(face):
    """The piece's corners about its middle, x right, y up, clockwise as seen, from where `recognize` begins."""
    w, h = face["width_mm"] / 2, face["height_mm"] / 2
    if face["shape"] == "octagon":
        reach = w / math.cos(math.pi / 8)
        return [(reach * math.sin(math.radians(45 * i - 22.5)), reach * math.cos(math.radians(45 * i - 22.5)))
                for i in range(8)]
    if face["shape"] == "round":
        return [(w * math.sin(math.radians(45 * i - 22.5)), w * math.cos(math.radians(45 * i - 22.5)))
                for i in range(8)]
    return [(-w, h), (w, h), (w, -h), (-w, -h)]


def on_table(piece, point):
    turn = math.radians(piece["angle"])
    c, s = math.cos(turn), math.sin(turn)
    return piece["x"] + point[0] * c + point[1] * s, piece["y"] - point[0] * s + point[1] * c


def mesh_of(face, bend):
    """Flat, top side up, with texture coordinates; `bend` (mm at x, y) lifts it."""
    w, h = face["width_mm"], face["height_mm"]
    if face["shape"] in ("octagon", "round"):
        corners = 8 if face["shape"] == "octagon" else 48
        reach = w / 2 / (math.cos(math.pi / 8) if corners == 8 else 1)
        flat = [(reach * math.sin(2 * math.pi * (i + 0.5) / corners), reach * math.cos(2 * math.pi * (i + 0.5) / corners))
                for i in range(corners)]
        polygons = [list(range(corners))[::-1]]
    else:
        nx, ny = (8, 10) if face["shape"] == "card" else (1, 1)
        flat = [(w * (i / nx - 0.5), h * (j / ny - 0.5)) for j in range(ny + 1) for i in range(nx + 1)]
        polygons = [[j * (nx + 1) + i, j * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i]
                    for j in range(ny) for i in range(nx)]
    mesh = bpy.data.meshes.new(face["piece"])
    mesh.from_pydata([(x * MM, y * MM, bend(x, y) * MM) for x, y in flat], [], polygons)
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        x, y = flat[loop.vertex_index]
        layer.data[loop.index].uv = (x / w + 0.5, y / h + 0.5)
    mesh.update()
    return mesh


class Heights:
    """How high the heap of pieces is everywhere, a cell a millimetre."""

    def __init__(self, reach_mm=800):
        self.reach = reach_mm
        self.map = np.zeros((2 * reach_mm, 2 * reach_mm), np.float32)

    def lay(self, polygon, thickness):
        """The height at which the piece comes to lie, mm."""
        mask = np.zeros(self.map.shape, np.uint8)
        points = np.array([[x + self.reach, y + self.reach] for x, y in polygon], np.float32)
        cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), 1)
        under = float(self.map[mask > 0].max()) if mask.any() else 0.0
        self.map[mask > 0] = under + thickness
        return under


# ---- materials -------------------------------------------------------------------------------------------------------


def shader(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, material.node_tree.nodes, material.node_tree.links, material.node_tree.nodes["Principled BSDF"]


def printed_material(picture, coat):
    material, nodes, links, surface = shader(os.path.basename(picture))
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(picture, check_existing=True)
    texture.interpolation = "Linear"
    texture.extension = "EXTEND"
    links.new(texture.outputs["Color"], surface.inputs["Base Color"])
    surface.inputs["Specular"].default_value = coat["specular"]
    surface.inputs["Roughness"].default_value = coat["roughness"]
    surface.inputs["Clearcoat"].default_value = coat["clearcoat"]
    surface.inputs["Clearcoat Roughness"].default_value = coat["clearcoat_roughness"]
    return material


def cloth_material(chance):
    material, nodes, links, surface = shader("table")
    kind = chance.choice(["cloth", "wood", "checks", "laminate", "speckled"])
    hue, value = chance.random(), chance.uniform(0.05, 0.6)
    saturation = chance.uniform(0.0, 0.7)

    def colour(scale):
        import colorsys
        return (*colorsys.hsv_to_rgb(hue, saturation, min(1, value * scale)), 1)

    place = nodes.new("ShaderNodeTexCoord")
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = colour(0.75), colour(1.25)
    if kind == "wood":
        pattern = nodes.new("ShaderNodeTexWave")
        pattern.inputs["Scale"].default_value = chance.uniform(4, 12)
        pattern.inputs["Distortion"].default_value = chance.uniform(3, 9)
        pattern.inputs["Detail"].default_value = 4
    elif kind == "checks":
        pattern = nodes.new("ShaderNodeTexChecker")
        pattern.inputs["Scale"].default_value = chance.uniform(15, 60)
    else:
        pattern = nodes.new("ShaderNodeTexNoise")
        pattern.inputs["Scale"].default_value = {"cloth": 900, "laminate": 4, "speckled": 200}[kind]
        pattern.inputs["Detail"].default_value = 6
    links.new(place.outputs["Object"], pattern.inputs["Vector"])
    links.new(pattern.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], surface.inputs["Base Color"])
    surface.inputs["Roughness"].default_value = chance.uniform(0.25, 0.5) if kind in ("wood", "laminate") else 0.95
    surface.inputs["Specular"].default_value = 0.4 if kind in ("wood", "laminate") else 0.1
    return material, kind


# ---- room ------------------------------------------------------------------------------------------------------------


def kelvin(temperature):
    """Linear red, green, blue of a black body, the largest 1 (a fit of its course between 2000 and 9000 K)."""
    t = temperature / 100
    red = 255 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255 if t >= 66 else 138.52 * math.log(t - 10) - 305.04
    rgb = [min(1, max(0.02, c / 255)) ** 2.2 for c in (red, green, blue)]
    return [c / max(rgb) for c in rgb]


def add_lamps(chance):
    """One to three lamps of different size and warmth, and what the room throws back."""
    told = []
    for number in range(chance.choice([1, 1, 2, 2, 3])):
        away, side, high = chance.uniform(0.1, 1.3), chance.uniform(0, 2 * math.pi), chance.uniform(0.9, 2.0)
        data = bpy.data.lights.new(f"lamp{number}", "AREA")
        data.shape = "RECTANGLE"
        data.size, data.size_y = chance.uniform(0.1, 0.9), chance.uniform(0.1, 0.9)
        temperature = chance.choice([2700, 3000, 4000, 5000, 6500])
        data.color = kelvin(temperature)
        data.energy = chance.uniform(15, 60) * (high * high + away * away) / 3 * (1 if number == 0 else 0.6)
        lamp = bpy.data.objects.new(data.name, data)
        lamp.location = (away * math.cos(side), away * math.sin(side), high)
        lamp.rotation_euler = Vector((-lamp.location[0], -lamp.location[1], -high)).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(lamp)
        told.append(temperature)
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*kelvin(chance.uniform(3000, 8000)), 1)
    background.inputs["Strength"].default_value = chance.uniform(0.1, 0.6)
    bpy.context.scene.world = world
    return told


def add_camera(chance, tilt, size_mm, width, height):
    """Around the table's middle, from one of its sides, so far away that all of the ground is in the picture."""
    data = bpy.data.cameras.new("camera")
    data.sensor_width = 36
    data.lens = chance.uniform(24, 40)
    data.dof.use_dof = True
    data.dof.aperture_fstop = chance.uniform(5, 11)
    data.clip_start = 0.02
    camera = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(camera)
    wide = size_mm[0] >= size_mm[1]
    sides = [0, 180] if wide else [90, 270]
    if max(size_mm) / min(size_mm) < 1.15:
        sides = [0, 90, 180, 270]
    azimuth = math.radians(chance.choice(sides) + max(-15, min(15, chance.gauss(0, 6))))
    lean = math.radians(tilt)
    target = Vector((chance.uniform(-0.01, 0.01), chance.uniform(-0.01, 0.01), 0))
    way = Vector((math.sin(azimuth) * math.sin(lean), -math.cos(azimuth) * math.sin(lean), math.cos(lean)))
    w, h = size_mm[0] * MM / 2, size_mm[1] * MM / 2
    corners = [Vector((x, y, 0)) for x in (-w, w) for y in (-h, h)]
    scene = bpy.context.scene
    scene.camera = camera
    margin = chance.uniform(0.015, 0.05)
    up = Vector((-math.sin(azimuth), math.cos(azimuth), 0))

    def place(distance):
        camera.location = target + way * distance
        back = (camera.location - target).normalized()
        right = up.cross(back).normalized()
        over = back.cross(right)
        camera.matrix_world = Matrix.Translation(camera.location) @ Matrix((right, over, back)).transposed().to_4x4()
        bpy.context.view_layer.update()

    def seen():
        points = [world_to_camera_view(scene, camera, c) for c in corners]
        return min(p.x for p in points), max(p.x for p in points), min(p.y for p in points), max(p.y for p in points)

    # The nearer edge looks larger: the target is moved until the ground is in the middle of the picture.
    distance = 1.0
    for _ in range(40):
        place(distance)
        x0, x1, y0, y1 = seen()
        target = target + up * ((y0 + y1) / 2 - 0.5) * 0.5 * distance * 0.5
        distance *= (max(x1 - x0, y1 - y0) / (1 - 2 * margin)) ** 0.7
    place(distance)
    data.dof.focus_distance = distance
    return {"tilt": tilt, "azimuth": round(math.degrees(azimuth), 1), "distance_mm": round(distance / MM)}


# ---- one table -------------------------------------------------------------------------------------------------------


class Table:
    def __init__(self, options, faces, layout, seed, tilt):
        self.options, self.faces, self.chance = options, faces, random.Random(seed)
        self.heights = Heights()
        self.laid = []  # piece, face, height of its top, mm
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.coat = {"specular": self.chance.uniform(0.2, 0.6), "roughness": self.chance.uniform(0.25, 0.7),
                     "clearcoat": self.chance.choice([0, 0, 0.3, 0.8]),
                     "clearcoat_roughness": self.chance.uniform(0.08, 0.3)}
        self.ground = layout["pieces"][0] if layout["pieces"][0]["layer"] == 0 else None
        self.lay_all(layout)
        _, self.cloth = self.table_top()
        self.lamps = add_lamps(self.chance)
        ground = faces.of(self.ground)
        height = options.width * 9 // 16
        self.room = add_camera(self.chance, tilt, (ground["width_mm"], ground["height_mm"]), options.width, height)

    def table_top(self):
        mesh = bpy.data.meshes.new("table")
        mesh.from_pydata([(-2, -2, 0), (2, -2, 0), (2, 2, 0), (-2, 2, 0)], [], [[0, 1, 2, 3]])
        material, kind = cloth_material(self.chance)
        mesh.materials.append(material)
        table = bpy.data.objects.new("table", mesh)
        table.rotation_euler = (0, 0, self.chance.uniform(0, 3))
        bpy.context.collection.objects.link(table)
        return table, kind

    def lay_all(self, layout):
        pieces = sorted(layout["pieces"], key=lambda piece: piece["layer"])
        if self.options.ground == "markers":
            pieces = self.corner_markers() + [piece for piece in pieces if piece is not self.ground]
        if self.options.turn:
            pieces.append(self.turn_marker())
        footprints = [self.footprint(piece) for piece in pieces]
        for number, piece in enumerate(pieces):
            covered = any(overlaps(footprints[number], other) for other in footprints[number + 1:])
            self.lay(piece, footprints[number], covered)

    def corner_markers(self):
        """Where the mat's markers have their middles; players 0's corners are the near ones."""
        ground = self.faces.of(self.ground)
        margin = (ground["width_mm"] - self.area_width()) / 2
        w, h = ground["width_mm"] / 2 - margin, ground["height_mm"] / 2 - margin
        return [{"id": 10000 + i, "face": f"marker:{i}", "x": x, "y": y, "angle": self.chance.gauss(0, 4), "layer": 0,
                 "up": True} for i, (x, y) in enumerate([(-w, h), (w, h), (w, -h), (-w, -h)])]

    def area_width(self):
        """The margin around the play area is half a marker and what is left white around it."""
        return self.faces.of(self.ground)["width_mm"] - 60

    def turn_marker(self):
        ground = self.faces.of(self.ground)
        return {"id": 10010, "face": "turn", "x": self.chance.uniform(-0.3, 0.3) * ground["width_mm"],
                "y": -ground["height_mm"] / 2 + 45, "angle": self.chance.gauss(0, 8), "layer": 99, "up": True}

    def footprint(self, piece):
        return [on_table(piece, point) for point in outline_mm(self.faces.of(piece))]

    def lay(self, piece, footprint, covered):
        face = self.faces.of(piece)
        thickness = THICKNESS[face["shape"]]
        high = self.heights.lay(footprint, thickness) + thickness
        # Gravity holds down what something lies on.
        warp = 0 if covered or face["shape"] != "card" else self.chance.uniform(0, 1.2)
        turn = self.chance.choice([0, math.pi / 2, self.chance.uniform(0, math.pi)])
        along = (math.cos(turn), math.sin(turn))
        mesh = mesh_of(face, lambda x, y: warp * ((x * along[0] + y * along[1]) / 45) ** 2)
        coat = dict(self.coat)
        if face["shape"] in ("mat", "board"):
            coat.update(clearcoat=0, roughness=max(0.4, coat["roughness"]))
        mesh.materials.append(printed_material(os.path.join(self.faces.folder, face["file"]), coat))
        item = bpy.data.objects.new(face["piece"], mesh)
        item.location = (piece["x"] * MM, piece["y"] * MM, high * MM)
        item.rotation_euler = (0, 0, -math.radians(piece["angle"]))
        solid = item.modifiers.new("thick", "SOLIDIFY")
        solid.thickness = thickness * MM * 0.98
        solid.offset = -1
        bpy.context.collection.objects.link(item)
        self.laid.append((piece, face, high))

    def truth(self, name):
        width, height = self.options.width, self.options.width * 9 // 16
        outlines = [self.outline(piece, face, high, width, height) for piece, face, high in self.laid]
        owner = np.full((height, width), -1, np.int32)
        areas = []
        for number, outline in enumerate(outlines):
            cv2.fillConvexPoly(owner, np.round(np.array(outline) - 0.5).astype(np.int32), number)
            areas.append(max(1.0, cv2.contourArea(np.array(outline, np.float32))))
        seen = np.bincount(owner[owner >= 0].ravel(), minlength=len(outlines))
        pieces = []
        for number, (piece, face, _) in enumerate(self.laid):
            if face["shape"] in ("mat", "board") or face["piece"].startswith("marker:"):
                continue
            share = float(min(1.0, seen[number] / areas[number]))
            line = {"piece": face["piece"], "outline": [[round(x, 2), round(y, 2)] for x, y in outlines[number]],
                    "x": piece["x"], "y": piece["y"], "turn": piece["angle"], "visible": round(share, 3)}
            if share < LEAST_VISIBLE:
                line["ignore"] = True
            pieces.append(line)
        return {"image": name, "width": width, "height": height, "pieces": pieces, "cloth": self.cloth,
                "lamps": self.lamps, **self.room}

    def outline(self, piece, face, high, width, height):
        camera, points = bpy.context.scene.camera, []
        for corner in outline_mm(face):
            x, y = on_table(piece, corner)
            p = world_to_camera_view(bpy.context.scene, camera, Vector((x * MM, y * MM, high * MM)))
            points.append((p.x * width, (1 - p.y) * height))
        return points


def overlaps(a, b):
    a, b = np.array(a, np.float32), np.array(b, np.float32)
    if (a.min(0) > b.max(0)).any() or (b.min(0) > a.max(0)).any():
        return False
    return cv2.intersectConvexConvex(a, b)[0] > 1


# ---- picture ---------------------------------------------------------------------------------------------------------


def render(options, file):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = options.samples
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 4
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.pixel_filter_type = "BLACKMAN_HARRIS"
    scene.cycles.filter_width = 1.5
    scene.render.threads_mode = "FIXED"
    scene.render.threads = 1
    scene.render.resolution_x, scene.render.resolution_y = options.width, options.width * 9 // 16
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.filepath = file
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(file)
    linear = np.array(image.pixels[:], np.float32).reshape(scene.render.resolution_y, scene.render.resolution_x, 4)
    os.remove(file)
    return linear[::-1, :, :3]


def developed(linear, lamps, chance):
    """What a camera makes of it: exposure, white balance that is right but for a part, a soft shoulder, noise."""
    light = np.mean([kelvin(temperature) for temperature in lamps], axis=0)
    balanced = linear * (light.mean() / light) ** chance.uniform(0.5, 1.0)
    bright = np.percentile(balanced.mean(axis=2), 95)
    exposed = balanced * chance.uniform(0.55, 1.0) / max(1e-4, bright)
    shoulder = np.where(exposed > 0.7, 0.7 + 0.3 * (1 - np.exp(-(exposed - 0.7) / 0.3)), exposed)
    encoded = np.where(shoulder <= 0.0031308, 12.92 * shoulder, 1.055 * np.maximum(shoulder, 1e-6) ** (1 / 2.4) - 0.055)
    noise = np.random.default_rng(chance.randrange(1 << 30)).normal(0, chance.uniform(0.5, 2.5), encoded.shape)
    return np.clip(encoded * 255 + noise, 0, 255).astype(np.uint8)


def main():
    options = arguments()
    os.makedirs(options.out, exist_ok=True)
    faces = Faces(options.textures)
    with open(options.script, encoding="utf-8") as file:
        layouts = [json.loads(line) for line in file if line.strip()]
    truth_file = os.path.join(options.out, "truth.jsonl")
    for number in range(options.pictures):
        seed = options.seed + number
        chance = random.Random(seed * 7919)
        name = f"{seed:05d}.png"
        if os.path.exists(os.path.join(options.out, name)):
            continue
        layout = layouts[chance.randrange(len(layouts) // 4, len(layouts))]
        band = seed % (len(TILTS) - 1)
        table = Table(options, faces, layout, seed, round(chance.uniform(TILTS[band], TILTS[band + 1]), 1))
        truth = table.truth(name)
        picture = developed(render(options, os.path.join(options.out, f"{seed:05d}.exr")), table.lamps, chance)
        cv2.imwrite(os.path.join(options.out, name), picture[:, :, ::-1])
        with open(truth_file, "a", encoding="utf-8") as file:
            file.write(json.dumps({**truth, "event": layout["event"]}) + "\n")


main()
