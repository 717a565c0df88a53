const TYPES = { pdf: 'application/pdf', png: 'image/png' } as const

/**
 * A document must not be cached or framed, run scripts, or leak its address to other sites. `name` is a fixed file
 * name.
 */
export const documentHeaders = (name: string, type: keyof typeof TYPES = 'pdf'): Record<string, string> => ({
  'content-type': TYPES[type],
  'content-disposition': `attachment; filename="${name}.${type}"`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': 'sandbox',
})
