import type { MediaSize } from '@postroom/domain/media/media-size'
import type { DotPage } from '../../documents/pdf-to-dots.ts'

export interface SpoolerQueue {
  name: string
  driver: string
  /** `USB001`; several have commas between them. */
  port: string
  /** Bits of PRINTER_INFO_2. */
  status: number
  attributes: number
}

/** Media of a driver, with its number. Windows calls it paper. */
export interface SpoolerPaper {
  number: number
  name: string
  width_mm: number
  height_mm: number
}

export interface Drawing {
  /** The number of the media; undefined leaves the choice to the driver. */
  paper: number | undefined
  isLandscape: boolean
  copies: number
  /**
   * The pages in dots at the resolution of the printer, or at an integer fraction of it.
   * @param sheet the media that the driver prints on, whichever was requested
   */
  pagesAt: (dpi: { x: number; y: number }, sheet: MediaSize) => Promise<DrawnPage[]>
}

/** A page in dots; `scale` is the number of printer dots per dot. */
export interface DrawnPage extends DotPage {
  scale: { x: number; y: number }
}

/** Windows accepted nothing, so nothing is printed. */
export class SpoolerRefusal extends Error {}

/** The print system of Windows. */
export interface Spooler {
  queues(): Promise<SpoolerQueue[]>
  papers(queue: string): Promise<SpoolerPaper[]>
  resolutions_dpi(queue: string): Promise<number[]>
  /** Sends bytes to the printer unchanged. @returns the number of the job. @throws SpoolerRefusal, or an Error midway */
  sendRaw(queue: string, title: string, bytes: Uint8Array): Promise<number>
  /** Draws pages dot for dot through the driver. @returns and throws as `sendRaw` does, and what `pagesAt` throws */
  draw(queue: string, title: string, drawing: Drawing): Promise<number>
  /** Bits of JOB_INFO_1; undefined if the job no longer exists. Rejects if the queue cannot be queried. */
  jobStatus(queue: string, job: number): Promise<number | undefined>
  deleteJob(queue: string, job: number): Promise<void>
  /** Releases a job that was kept for status requests. */
  releaseJob(queue: string, job: number): Promise<void>
}
