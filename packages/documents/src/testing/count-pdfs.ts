import PdfKit from 'pdfkit'
import { vi, type MockInstance } from 'vitest'

/** A call for each PDF that is finished from here on, until it is restored. */
export const countPdfs = (): MockInstance => vi.spyOn(PdfKit.prototype, 'end')
