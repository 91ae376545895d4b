/**
 * Synthesizes the sounds from sines and noise: a disc on wood, and notes of a marimba.
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

/** A gain that jumps to `loud` and fades out over `length` seconds. */
function envelope(context: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  return gain
}

/** Plays a sine of `frequency` hertz for `length` seconds, from the time `at` of the context. */
function playSine(at: number, frequency: number, loud: number, length: number, context: AudioContext): void {
  const { bus } = openOutput(context)
  const tone = new OscillatorNode(context, { frequency })
  tone.connect(envelope(context, at, loud, length)).connect(bus)
  tone.start(at)
  tone.stop(at + length)
}

function playNote(context: AudioContext, { tone, at, loud }: Note): void {
  const frequency = A4 * SEMITONE ** tone
  const when = context.currentTime + at
  playSine(when, frequency, loud, 0.9, context)
  playSine(when, frequency * 3.93, loud * 0.25, 0.16, context)
}

/** How long a disc falls to the lowest row, in seconds: it lands at 70 % of the animation `--fall` (300 ms). */
const FALL = 0.21
/** The pitch range from the lowest row to the highest, in semitones. */
const RANGE = 9

/** The sound of a landing disc: a knock of noise and a low tone. Higher rows sound higher. */
function playDrop(context: AudioContext, height: number): void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const at = context.currentTime + (reducedMotion ? 0 : FALL * Math.sqrt(1 - height))
  const frequency = 175 * SEMITONE ** (RANGE * height)
  const { bus, noise } = openOutput(context)
  const knock = new AudioBufferSourceNode(context, { buffer: noise })
  const wood = new BiquadFilterNode(context, { type: 'bandpass', frequency: frequency * 6, Q: 1.4 })
  knock
    .connect(wood)
    .connect(envelope(context, at, 0.5, 0.06))
    .connect(bus)
  knock.start(at)
  knock.stop(at + 0.1)
  playSine(at, frequency, 0.55, 0.16, context)
  playSine(at, frequency * 2.76, 0.18, 0.07, context)
}

/** How long a falling disc takes to come to rest, in seconds. Other sounds for the same move begin then. */
const AFTER_LANDING = 0.32

/** Plays the sound of a cue, at once or after a disc has landed. Silent before the first gesture. */
export function playSound(cue: Cue, afterLanding = false): void {
  const context = audio()
  if (!context) return
  if (cue.kind === 'drop') playDrop(context, cue.height)
  else
    for (const note of TUNES[cue.kind])
      playNote(context, { ...note, at: note.at + (afterLanding ? AFTER_LANDING : 0) })
}
