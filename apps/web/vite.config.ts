import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { preloadFonts } from './build/preload-fonts.ts'

const server = 'http://127.0.0.1:8080'

/** What is PubNub's stays together: their file for browsers and its licence, both as they published them. */
const assetFileNames = ({ originalFileNames }: { originalFileNames: string[] }): string =>
  originalFileNames.some((name) => name.includes('/node_modules/pubnub/'))
    ? 'build/pubnub/[name]-[hash][extname]'
    : 'build/[name]-[hash][extname]'

/** What every page needs is one file. It imports nothing beyond itself, so that no files import each other in a circle. */
const START = { name: 'start', tags: ['$initial' as const] }
/** What a third of the pages share is one file. Without it a page loads three times as many, most of them tiny. */
const COMMON = { name: 'common', minShareCount: 12 }
/** The rest by the pages that share it, without files below 2 kB. */
const SHARED = { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2000 }

export default defineConfig({
  plugins: [react(), preloadFonts(), compressed()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  // below /build, so that only files with a hash in their name may be kept for ever; the translations in /assets have none
  // nothing inlined: the content security policy takes fonts from files only
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'build',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { assetFileNames, codeSplitting: { groups: [START, COMMON, SHARED] } } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, ws: true }, '/app-config.json': server } },
})
