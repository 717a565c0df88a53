import * as z from 'zod'

// zod would try to compile its checks, which the content security policy forbids and reports; it decides that while the
// schemas of the contract are made, so they come after
z.config({ jitless: true })
await import('./start.tsx')
