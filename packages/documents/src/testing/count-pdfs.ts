import PdfKit from 'pdfkit'
import { vi, type MockInstance } from 'vitest'

/** A spy with one call for each PDF that is finished until the spy is restored. */
export const countPdfs = (): MockInstance => vi.spyOn(PdfKit.prototype, 'end')
