/**
 * A document must not be cached or framed, run scripts, or leak its address to other sites. `name` is a fixed file
 * name.
 */
export const pdfDownloadHeaders = (name: string): Record<string, string> => ({
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename="${name}.pdf"`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': 'sandbox',
})
