import { vi, type MockInstance } from 'vitest'
import { PdfDoc } from '../pdf/pdf-doc.ts'

/** A spy with one call for each PDF that is finished until the spy is restored. */
export const countPdfs = (): MockInstance => vi.spyOn(PdfDoc.prototype, 'end')
