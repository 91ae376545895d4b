/**
 * Music that is made up as it goes: a slow chord of four, changing every quarter of a minute, and now and then a soft
 * note above it, with its echo. It never repeats, and never asks for attention. It begins at the first gesture, fades in
 * and out, and is silent while the page is hidden.
 */
import { audio, gesture } from './audio'

/** In seconds. */
const FADE_IN = 5
const FADE_OUT = 1.2
const CHORD = 14
const NOTE_LEAST = 1.8
const NOTE_MOST = 5.5

const LOUDNESS = 0.11
const D3 = 146.83

/** Four chords over D, in semitones: each shares notes with its neighbours, so that any order sounds well. */
const CHORDS = [
  [0, 7, 14, 16],
  [-5, 7, 11, 14],
  [-3, 4, 12, 16],
  [-7, 5, 9, 16],
]
/** Notes that fit over all of them: the pentatonic scale, from D4. */
const SCALE = [12, 14, 16, 19, 21, 24, 26, 28]

const pitch = (semitones: number) => D3 * 2 ** (semitones / 12)
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

class Player {
  #context: AudioContext
  #out: GainNode
  #room: AudioNode
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #chord = 0

  constructor(context: AudioContext) {
    this.#context = context
    this.#out = new GainNode(context, { gain: 0 })
    this.#out.connect(context.destination)
    const warm = new BiquadFilterNode(context, { type: 'lowpass', frequency: 1400, Q: 0.3 })
    const echo = new DelayNode(context, { delayTime: 0.47, maxDelayTime: 1 })
    const again = new GainNode(context, { gain: 0.38 })
    warm.connect(this.#out)
    warm.connect(echo).connect(again).connect(echo)
    again.connect(this.#out)
    this.#room = warm
    this.#fade(LOUDNESS, FADE_IN)
    this.#play(() => this.#nextChord(), CHORD)
    this.#play(
      () => this.#nextNote(),
      () => NOTE_LEAST + Math.random() * (NOTE_MOST - NOTE_LEAST),
    )
  }

  /** Fades out; then nothing of it is left. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#fade(0, FADE_OUT)
    setTimeout(() => this.#out.disconnect(), FADE_OUT * 1000 + 100)
  }

  #fade(to: number, seconds: number): void {
    const { gain } = this.#out
    const now = this.#context.currentTime
    gain.cancelScheduledValues(now)
    gain.setValueAtTime(gain.value, now)
    gain.linearRampToValueAtTime(to, now + seconds)
  }

  /** Does it now, and again after so many seconds, until stopped. */
  #play(act: () => void, seconds: number | (() => number)): void {
    act()
    const wait = typeof seconds === 'number' ? seconds : seconds()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#play(act, seconds)
    }, wait * 1000)
    this.#timers.add(timer)
  }

  #nextChord(): void {
    this.#chord = (this.#chord + 1 + Math.floor(Math.random() * (CHORDS.length - 1))) % CHORDS.length
    // Two voices a note, a breath out of tune, make it float.
    for (const tone of CHORDS[this.#chord]!)
      for (const detune of [-4, 4]) this.#voice('triangle', pitch(tone), detune, 0.16, 5, CHORD + 4)
  }

  #nextNote(): void {
    this.#voice('sine', pitch(any(SCALE)), 0, 0.3 + Math.random() * 0.25, 0.02, 3.2)
  }

  #voice(
    type: OscillatorType,
    frequency: number,
    detune: number,
    loud: number,
    attack: number,
    length: number,
  ): void {
    const at = this.#context.currentTime
    const tone = new OscillatorNode(this.#context, { type, frequency, detune })
    const gain = new GainNode(this.#context, { gain: 0 })
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(loud, at + attack)
    gain.gain.linearRampToValueAtTime(0, at + length)
    tone.connect(gain).connect(this.#room)
    tone.start(at)
    tone.stop(at + length)
  }
}

let on = false
let player: Player | null = null

function settle(): void {
  const audible = on && !document.hidden
  if (!audible) {
    player?.stop()
    player = null
  } else if (!player) {
    const context = audio()
    if (context) player = new Player(context)
  }
}

/** Switches the music on or off. On: it begins at once, or at the first gesture. */
export function music(play: boolean): void {
  on = play
  document.removeEventListener('visibilitychange', settle)
  if (on) document.addEventListener('visibilitychange', settle)
  settle()
  if (on && !player) void gesture().then(settle)
}
