import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { loadedAtOnce } from './build/loaded-at-once.ts'

const server = 'http://127.0.0.1:8080'

/** What is PubNub's stays together: their file for browsers and its licence, both as they published them. */
const assetFileNames = ({ originalFileNames }: { originalFileNames: string[] }): string =>
  originalFileNames.some((name) => name.includes('/node_modules/pubnub/'))
    ? 'build/pubnub/[name]-[hash][extname]'
    : 'build/[name]-[hash][extname]'

/**
 * What several pages share is in few chunks: a piece below this size joins the piece that is used most like it. The helper
 * that loads chunks stays alone, because the first script needs nothing else.
 */
const SHARED_MIN_BYTES = 60_000
const groups = [
  { name: 'load', test: 'vite/preload-helper', priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SHARED_MIN_BYTES },
]

export default defineConfig({
  plugins: [react(), loadedAtOnce(), compressed()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  // below /build, so that only files with a hash in their name may be kept for ever; the translations in /assets have none
  // nothing inlined: the content security policy takes fonts from files only
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'build',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { assetFileNames, codeSplitting: { groups } } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, ws: true }, '/app-config.json': server } },
})
