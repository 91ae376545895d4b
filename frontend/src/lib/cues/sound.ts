/**
 * The sounds, made of sines and a breath of noise: a disc on wood, and notes of a wooden bar. Nothing is loaded.
 *
 * A bar's first overtone is near four times its fundamental when it is tuned as those of a marimba are
 * (Fletcher and Rossing, The Physics of Musical Instruments, 1998, chapter 19): that, short, over a sine that rings a
 * little longer, is enough to sound like wood.
 */
import { audio } from './audio'
import type { Cue, PlainCue } from './cue'

/** Loudness of all of it: a little below speech. */
const LOUDNESS = 0.5
const SEMITONE = 2 ** (1 / 12)
const A4 = 440

/** A note, in semitones from A4. */
interface Note {
  tone: number
  /** seconds from now */
  at: number
  loud: number
}

const rising = (...tones: number[]): Note[] => tones.map((tone, i) => ({ tone, at: i * 0.11, loud: 0.32 }))

const TUNES: Record<PlainCue, Note[]> = {
  win: [...rising(-5, -1, 2, 7), { tone: 11, at: 0.48, loud: 0.26 }],
  loss: [
    { tone: -2, at: 0, loud: 0.26 },
    { tone: -5, at: 0.22, loud: 0.22 },
    { tone: -10, at: 0.46, loud: 0.24 },
  ],
  draw: [
    { tone: -5, at: 0, loud: 0.26 },
    { tone: 2, at: 0.2, loud: 0.22 },
    { tone: -5, at: 0.4, loud: 0.22 },
  ],
  'your-turn': [
    { tone: 2, at: 0, loud: 0.16 },
    { tone: 7, at: 0.1, loud: 0.2 },
  ],
  'low-time': [
    { tone: 14, at: 0, loud: 0.16 },
    { tone: 14, at: 0.16, loud: 0.16 },
    { tone: 14, at: 0.32, loud: 0.16 },
  ],
  offer: [
    { tone: -3, at: 0, loud: 0.18 },
    { tone: -3, at: 0.14, loud: 0.18 },
  ],
  emote: [{ tone: 9, at: 0, loud: 0.1 }],
}

let out: { context: AudioContext; bus: AudioNode; noise: AudioBuffer } | null = null

/** What all sounds go through: one volume, and a limiter for when they fall together. */
function desk(context: AudioContext) {
  if (out?.context === context) return out
  const limiter = new DynamicsCompressorNode(context, { threshold: -12, ratio: 6 })
  const bus = new GainNode(context, { gain: LOUDNESS })
  bus.connect(limiter).connect(context.destination)
  const noise = new AudioBuffer({ length: context.sampleRate / 8, sampleRate: context.sampleRate })
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  out = { context, bus, noise }
  return out
}

/** A volume that jumps to `loud` and fades away over `length` seconds. */
function strike(context: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  return gain
}

function sine(at: number, frequency: number, loud: number, length: number, context: AudioContext): void {
  const { bus } = desk(context)
  const tone = new OscillatorNode(context, { frequency })
  tone.connect(strike(context, at, loud, length)).connect(bus)
  tone.start(at)
  tone.stop(at + length)
}

function bar(context: AudioContext, { tone, at, loud }: Note): void {
  const frequency = A4 * SEMITONE ** tone
  const when = context.currentTime + at
  sine(when, frequency, loud, 0.9, context)
  sine(when, frequency * 3.93, loud * 0.25, 0.16, context)
}

/** How long a disc falls onto the lowest row, in seconds; the board's fall lands at 0.7 of its 300 ms. */
const FALL = 0.21
/** From the lowest row to the highest, in semitones. */
const RANGE = 9

/** A disc lands: a knock of noise, and a low body that is higher the higher it lies. */
function drop(context: AudioContext, height: number): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const at = context.currentTime + (still ? 0 : FALL * Math.sqrt(1 - height))
  const frequency = 175 * SEMITONE ** (RANGE * height)
  const { bus, noise } = desk(context)
  const knock = new AudioBufferSourceNode(context, { buffer: noise })
  const wood = new BiquadFilterNode(context, { type: 'bandpass', frequency: frequency * 6, Q: 1.4 })
  knock
    .connect(wood)
    .connect(strike(context, at, 0.5, 0.06))
    .connect(bus)
  knock.start(at)
  knock.stop(at + 0.1)
  sine(at, frequency, 0.55, 0.16, context)
  sine(at, frequency * 2.76, 0.18, 0.07, context)
}

/** When a disc that falls has come to rest, in seconds: what is told of it follows. */
const LANDED = 0.32

/** Sounds a cue, or once the disc has `landed`. Before the person's first gesture, nothing. */
export function sound(cue: Cue, landed = false): void {
  const context = audio()
  if (!context) return
  if (cue.kind === 'drop') drop(context, cue.height)
  else for (const note of TUNES[cue.kind]) bar(context, { ...note, at: note.at + (landed ? LANDED : 0) })
}
