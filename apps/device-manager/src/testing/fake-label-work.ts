import type { DotPage } from '../documents/pdf-to-dots.ts'

export type Fault =
  'paper out' | 'head open' | 'ribbon out' | 'paused' | 'too hot' | 'cutter' | 'jam' | 'no mark' | 'defect'

export interface FakeWorkSetting {
  /** What is wrong from the start. */
  faults?: readonly Fault[]
  /** Goes wrong in the middle of this label, counted from 1. */
  breaks?: { label: number; fault: Fault }
  /** How many status requests a label takes. 0 prints it before anybody can ask. */
  busyFor?: number
  /** Labels of another program that are inside from the start. */
  others?: number
  /** Prints an interrupted label again when the fault is over. The factory setting. */
  repeats?: boolean
  /** Presents each label until it is taken. */
  peels?: boolean
  /** Keeps the number of its labels, but no pictures: each takes two megabytes. */
  forgets?: boolean
}

/** The mechanics of a label printer, which move on at each status request instead of by a clock. */
export function fakeLabelWork({ breaks, busyFor = 1, ...setting }: FakeWorkSetting = {}) {
  const faults = new Set(setting.faults)
  const printed: DotPage[] = []
  const waiting: DotPage[] = []
  let repeats = setting.repeats ?? true
  let others = setting.others ?? 0
  let current: { page: DotPage; left: number } | undefined
  let [received, presented] = [0, false]

  function move(): void {
    if (faults.size > 0 || presented || others > 0) return
    if (!current) {
      const page = waiting.shift()
      if (page) current = { page, left: busyFor }
    }
    if (!current) return
    if (breaks && received >= breaks.label) {
      faults.add(breaks.fault)
      breaks = undefined
      if (!repeats) current = undefined
    } else if (current.left-- <= 0) {
      printed.push(setting.forgets ? { ...current.page, black: new Uint8Array() } : current.page)
      presented = setting.peels ?? false
      current = undefined
      if (waiting.length > 0) move()
    }
  }

  return {
    faults,
    /** The labels that came out, whole. */
    printed,
    waiting: () => waiting.length + others,
    isPrinting: () => current !== undefined,
    isPresented: () => presented,
    /** The number of labels received whole. */
    received: () => received,
    receive: (page: DotPage): void => {
      received++
      waiting.push(page)
      if (busyFor === 0) move()
    },
    move,
    repeat: (isOn: boolean) => (repeats = isOn),
    /** The person repairs the printer: an interrupted label is printed again, if the printer repeats. */
    repair: () => {
      faults.clear()
      for (let turn = 0; turn < 10; turn++) move()
    },
    finishOthers: () => (others = 0),
    take: () => (presented = false),
    /** The person cancels what the printer holds. */
    discard: () => {
      current = undefined
      waiting.length = 0
    },
  }
}
