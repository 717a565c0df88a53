import * as z from 'zod'

// zod compiles its checks, which the content security policy forbids. It decides this when the contract's schemas are
// created, so they are imported afterwards.
z.config({ jitless: true })
await import('./start.tsx')
