import type { Plugin } from 'vite'

const FONTS = /(?:inter|cabin)-latin-wght-normal-[\w-]+\.woff2$/

/** Names the fonts of Latin text in the page: the browser would find them only in the styles. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => FONTS.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          })),
    },
  }
}
