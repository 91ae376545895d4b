/**
 * Generated music: slow chords, with soft random notes and an echo above them. It starts at the first gesture, fades in
 * and out, and is silent while the page is hidden.
 */
import { audioForMusic, firstGesture } from './audio'

/** In seconds. */
const FADE_IN = 5
const FADE_OUT = 1.2
const CHORD = 14
const MIN_NOTE_GAP = 1.8
const MAX_NOTE_GAP = 5.5

const LOUDNESS = 0.11
const D3 = 146.83

/** Four chords, in semitones from D3. They share notes, so that any order sounds well. */
const CHORDS = [
  [0, 7, 14, 16],
  [-5, 7, 11, 14],
  [-3, 4, 12, 16],
  [-7, 5, 9, 16],
]
/** Notes that fit all chords: the pentatonic scale from D4, in semitones from D3. */
const SCALE = [12, 14, 16, 19, 21, 24, 26, 28]

const pitch = (semitones: number) => D3 * 2 ** (semitones / 12)
const pickRandom = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

class MusicPlayer {
  #context: AudioContext
  #out: GainNode
  #input: AudioNode
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #chord = 0

  constructor(context: AudioContext) {
    this.#context = context
    this.#out = new GainNode(context, { gain: 0 })
    this.#out.connect(context.destination)
    const warm = new BiquadFilterNode(context, { type: 'lowpass', frequency: 1400, Q: 0.3 })
    const echo = new DelayNode(context, { delayTime: 0.47, maxDelayTime: 1 })
    const feedback = new GainNode(context, { gain: 0.38 })
    warm.connect(this.#out)
    warm.connect(echo).connect(feedback).connect(echo)
    feedback.connect(this.#out)
    this.#input = warm
    this.#fade(LOUDNESS, FADE_IN)
    this.#repeat(() => this.#nextChord(), CHORD)
    this.#repeat(
      () => this.#nextNote(),
      () => MIN_NOTE_GAP + Math.random() * (MAX_NOTE_GAP - MIN_NOTE_GAP),
    )
  }

  /** Fades out, then disconnects. */
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

  /** Calls `act` now and then repeatedly, `seconds` apart, until stopped. */
  #repeat(act: () => void, seconds: number | (() => number)): void {
    act()
    const wait = typeof seconds === 'number' ? seconds : seconds()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#repeat(act, seconds)
    }, wait * 1000)
    this.#timers.add(timer)
  }

  #nextChord(): void {
    this.#chord = (this.#chord + 1 + Math.floor(Math.random() * (CHORDS.length - 1))) % CHORDS.length
    // Two slightly detuned voices for each note.
    for (const tone of CHORDS[this.#chord]!)
      for (const detune of [-4, 4]) this.#voice('triangle', pitch(tone), detune, 0.16, 5, CHORD + 4)
  }

  #nextNote(): void {
    this.#voice('sine', pitch(pickRandom(SCALE)), 0, 0.3 + Math.random() * 0.25, 0.02, 3.2)
  }

  /**
   * Plays one tone. It rises to the gain `loud` within `attack` seconds and fades out until `length` seconds. `frequency`
   * is in hertz, `detune` in cents.
   */
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
    tone.connect(gain).connect(this.#input)
    tone.start(at)
    tone.stop(at + length)
  }
}

let on = false
let player: MusicPlayer | null = null

function updatePlayer(): void {
  const audible = on && !document.hidden
  if (!audible && player) {
    player.stop()
    player = null
    audioForMusic(false)
  } else if (audible && !player) {
    const context = audioForMusic(true)
    if (context) player = new MusicPlayer(context)
  }
}

/** Switches the music on or off. It starts at once, or at the first gesture. */
export function music(play: boolean): void {
  on = play
  document.removeEventListener('visibilitychange', updatePlayer)
  if (on) document.addEventListener('visibilitychange', updatePlayer)
  updatePlayer()
  if (on && !player) void firstGesture().then(updatePlayer)
}
