const POINTS_PER_MM = 72 / 25.4
/** A black square of an inch in the lower left corner. */
const DRAWING = '0 0 72 72 re f'

/** A small PDF with pages of this size, in millimetres; one 4x6 label by default. */
export function aPdf({ width_mm = 101.6, height_mm = 152.4, pages = 1, drawing = DRAWING } = {}): Buffer {
  const box = [width_mm, height_mm].map((mm) => (mm * POINTS_PER_MM).toFixed(3)).join(' ')
  const numbers = Array.from({ length: pages }, (_, index) => index + 4)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...numbers.map(() => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Contents 3 0 R >>`),
  ]
  let pdf = '%PDF-1.4\n'
  const rows = objects.map((object, index) => {
    const place = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.from(pdf + table + trailer)
}
