/**
 * Synthesizes the sounds from sines and noise: a disc in a wooden frame, and notes of a marimba.
 *
 * The first overtone of a marimba bar is near four times its fundamental (Fletcher and Rossing, The Physics of Musical
 * Instruments, 1998, chapter 19). A short overtone over a longer sine is enough to sound like wood.
 */
import { audio } from './audio'
import type { Cue, PlainCue } from './cue'

/** The overall volume: a little below speech. */
const LOUDNESS = 0.5
const SEMITONE = 2 ** (1 / 12)
const A4 = 440

interface Note {
  /** in semitones from A4 */
  tone: number
  /** in seconds from now */
  at: number
  /** the peak gain, from 0 to 1 */
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
  arrival: [
    { tone: -10, at: 0.24, loud: 0.2 },
    { tone: -3, at: 0.36, loud: 0.16 },
  ],
}

let output: { context: AudioContext; bus: AudioNode; noise: AudioBuffer } | null = null

/** Returns the output of all sounds: a volume, and a limiter for simultaneous sounds. */
function openOutput(context: AudioContext) {
  if (output?.context === context) return output
  const limiter = new DynamicsCompressorNode(context, { threshold: -12, ratio: 6 })
  const bus = new GainNode(context, { gain: LOUDNESS })
  bus.connect(limiter).connect(context.destination)
  const noise = new AudioBuffer({ length: context.sampleRate / 8, sampleRate: context.sampleRate })
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  output = { context, bus, noise }
  return output
}

/** A gain that rises to `loud` in `attack` seconds and fades out over `length` seconds. */
function envelope(context: AudioContext, at: number, loud: number, length: number, attack = 0.004): GainNode {
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  return gain
}

/** Plays a sine of `frequency` hertz for `length` seconds, from the time `at` of the context. */
function playSine(
  at: number,
  frequency: number,
  loud: number,
  length: number,
  context: AudioContext,
  attack?: number,
): void {
  const { bus } = openOutput(context)
  const tone = new OscillatorNode(context, { frequency })
  tone.connect(envelope(context, at, loud, length, attack)).connect(bus)
  tone.start(at)
  tone.stop(at + length)
}

function playNote(context: AudioContext, { tone, at, loud }: Note): void {
  const frequency = A4 * SEMITONE ** tone
  const when = context.currentTime + at
  playSine(when, frequency, loud, 0.9, context)
  playSine(when, frequency * 3.93, loud * 0.25, 0.16, context)
}

/**
 * A disc that hits the discs below it in a wooden frame: a click of the hard edges, and the frame's resonances, which are
 * not harmonic. The fewer discs it falls upon, the lower the sound. As [frequency, gain, seconds], at the lowest row.
 */
const RESONANCES = [
  [196, 0.34, 0.11],
  [447, 0.28, 0.075],
  [893, 0.2, 0.05],
  [1610, 0.13, 0.032],
  [2840, 0.08, 0.018],
] as const
/** The pitch range from the lowest row to the highest, in semitones. */
const RANGE = 7
/** The click of the edges: a band of noise, in hertz and seconds. */
const CLICK = { frequency: 3400, length: 0.012 }
/** The disc bounces twice. When each bounce lands, as a part of the time of the fall, and how loud it is. */
const BOUNCES = [
  [1, 1],
  [1.34, 0.3],
  [1.51, 0.12],
] as const

function playClack(context: AudioContext, at: number, pitch: number, loud: number): void {
  const { bus, noise } = openOutput(context)
  const click = new AudioBufferSourceNode(context, { buffer: noise })
  const edges = new BiquadFilterNode(context, {
    type: 'bandpass',
    frequency: CLICK.frequency * pitch,
    Q: 0.8,
  })
  click
    .connect(edges)
    .connect(envelope(context, at, 0.5 * loud, CLICK.length, 0.001))
    .connect(bus)
  click.start(at)
  click.stop(at + 0.05)
  for (const [frequency, gain, length] of RESONANCES)
    playSine(at, frequency * pitch, gain * loud, length, context, 0.001)
}

/** The sound of a disc that lands after `fall` seconds, with its bounces. Higher rows sound higher. */
function playDrop(context: AudioContext, height: number, fall: number): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const pitch = SEMITONE ** (RANGE * height)
  for (const [part, loud] of still ? BOUNCES.slice(0, 1) : BOUNCES)
    playClack(context, context.currentTime + (still ? 0 : fall * part), pitch, loud * (1 - 0.35 * height))
}

/** Other sounds of the same move begin so long after the landing, in seconds. */
const AFTER_LANDING = 0.2

/** Plays the sound of a cue; `landing`: when a piece of the same move lands, in milliseconds. Silent before the first gesture. */
export function playSound(cue: Cue, landing = 0): void {
  const context = audio()
  if (!context) return
  if (cue.kind === 'drop') return playDrop(context, cue.height, cue.after / 1000)
  const wait = landing > 0 ? landing / 1000 + AFTER_LANDING : 0
  for (const note of TUNES[cue.kind]) playNote(context, { ...note, at: note.at + wait })
}
