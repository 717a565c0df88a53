import type { MediaSize } from '@postroom/domain/media/media-size'
import type { DotPage } from '../../documents/pdf-to-dots.ts'

export interface SpoolerQueue {
  name: string
  driver: string
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
   * The pages in dots of the resolution that the printer has, or a whole part of it.
   * @param sheet the media that the driver prints on, whichever was requested
   */
  pagesAt: (dpi: { x: number; y: number }, sheet: MediaSize) => Promise<DrawnPage[]>
}

/** Dots, and how many dots of the printer each of them covers. */
export interface DrawnPage extends DotPage {
  scale: { x: number; y: number }
}

/** Windows took nothing: whatever was asked, nothing is printed. */
export class SpoolerRefusal extends Error {}

/** The print system of Windows. */
export interface Spooler {
  queues(): Promise<SpoolerQueue[]>
  papers(queue: string): Promise<SpoolerPaper[]>
  resolutions_dpi(queue: string): Promise<number[]>
  /** Hands bytes to the printer as they are. @returns the number of the job. @throws SpoolerRefusal, or an Error midway */
  sendRaw(queue: string, title: string, bytes: Uint8Array): Promise<number>
  /** Draws pages dot for dot through the driver. @returns and throws as `sendRaw` does, and what `pagesAt` throws */
  draw(queue: string, title: string, drawing: Drawing): Promise<number>
  /** Bits of JOB_INFO_1; undefined when there is no such job any more. Rejects when the queue cannot be asked. */
  jobStatus(queue: string, job: number): Promise<number | undefined>
  deleteJob(queue: string, job: number): Promise<void>
  /** Lets a job go that was kept to be asked about. */
  releaseJob(queue: string, job: number): Promise<void>
}
