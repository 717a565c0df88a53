import { IS_SWEEP } from '@postroom/domain/testing/sweep'
import type { DotPage } from '../documents/pdf-to-dots.ts'

/** Labels that a test can distinguish when printed. */
export const LABELS = IS_SWEEP ? 200 : 60
export const PAGE = { width_mm: 25, height_mm: 20 }
const POINTS_PER_DOT = 72 / 300

/** The job that prints a label in a round. */
export const jobIdOf = (label: number, round: number): string => `label-${label}:round-${round}`

function numbersIn(jobId: string): [label: number, round: number] {
  const [label = 0, round = 0] = (jobId.match(/\d+/g) ?? []).map(Number)
  return [label, round]
}

/** The drawing of a job: a block whose width in dots is the number of its label, and whose height is that of its round. */
export function markOf(jobId: string): string {
  const [label, round] = numbersIn(jobId)
  return `0 0 ${(label + 1) * POINTS_PER_DOT} ${(round + 1) * POINTS_PER_DOT} re f`
}

/** The job of a drawing. */
export function jobIdOn({ width, height, black }: DotPage): string {
  const rows = Array.from({ length: height }, (_, y) => black.subarray(y * width, (y + 1) * width))
  const inked = rows.map((row) => row.reduce((sum, dot) => sum + dot, 0)).filter((dots) => dots > 0)
  return jobIdOf((inked[0] ?? 0) - 1, inked.length - 1)
}
