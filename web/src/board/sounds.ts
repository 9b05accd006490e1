/** Sounds of moves, made of tones: loads with the first move once they are on. */

import type { Piece } from "chessops/types";
import { piecesOf, positionOf } from "./chess";

export type Sound = "move" | "capture" | "check" | "end";

/**
 * The sound of a move; null if the move does not lead from one position to the other.
 *
 * @param uci the squares of the move, a drop's twice; castling as `e1g1` or `e1h1`
 * @param hasDrops whether a drop may still parry what looks like mate
 */
export function soundOf(before: string, after: string, uci: string, hasDrops = false): Sound | null {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const [old, now] = [piecesOf(before), piecesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((square) => {
    const [one, other] = [old.get(square), now.get(square)];
    return one?.color !== other?.color || one?.role !== other?.role;
  });
  // Castling changes four squares, several moves at once or another game usually more.
  if (!changed.includes(to) || changed.length > 4) return null;
  const mover = from === to ? now.get(to) : old.get(from);
  // Seen backwards, or from another game, the piece was not there, or has not left.
  if (!mover || (from === to ? old.has(to) : now.get(from)?.color === mover.color)) return null;
  const position = positionOf(after);
  if (position?.isEnd() && !hasDrops) return "end";
  if (position?.isCheck()) return "check";
  const others = (pieces: Map<string, Piece>) =>
    [...pieces.values()].filter(({ color }) => color !== mover.color).length;
  return others(now) < others(old) ? "capture" : "move";
}

/** Plays the sound of a move, if the move leads from one position to the other. */
export function playMove(before: string, after: string, uci: string, hasDrops: boolean) {
  const sound = soundOf(before, after, uci, hasDrops);
  if (sound) play(sound);
}

/** A tone: its pitch at the beginning and at the end in hertz, when it begins, and how long it is, in seconds. */
type Tone = [from: number, to: number, at: number, length: number];

/** Guessed: wood for moves, a bell for check, a chord that falls for the end. */
const TONES: Record<Sound, Tone[]> = {
  move: [[260, 130, 0, 0.07]],
  capture: [
    [330, 120, 0, 0.06],
    [200, 90, 0.05, 0.09],
  ],
  check: [
    [260, 130, 0, 0.07],
    [880, 880, 0.06, 0.22],
  ],
  end: [
    [523, 523, 0, 0.3],
    [392, 392, 0.16, 0.34],
    [262, 262, 0.32, 0.6],
  ],
};

let context: AudioContext | null = null;

/** Plays a sound, never before the user has done something on the page. */
export function play(sound: Sound) {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime + 0.01;
  for (const [from, to, at, length] of TONES[sound]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency: from });
    const volume = new GainNode(context, { gain: 0 });
    tone.frequency.setValueAtTime(from, now + at);
    tone.frequency.exponentialRampToValueAtTime(to, now + at + length);
    volume.gain.setValueAtTime(0.3, now + at);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + length);
  }
}
