import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

const FONTS = /(?:inter|cabin)-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Names in the page what its first script would load only when it runs: the chunks of `start.tsx`, their styles, and the
 * fonts of Latin text.
 */
export function loadedAtOnce(): Plugin {
  return {
    name: 'loaded-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start')
        if (start?.type !== 'chunk') throw new Error('The build has no chunk of start.tsx')
        const chunks = withImports(start, bundle)
        const styles = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
        const fonts = Object.keys(bundle).filter((name) => FONTS.test(name))
        return [
          ...[...styles].map((name) => link({ rel: 'stylesheet', crossorigin: true, href: `/${name}` })),
          ...chunks.map(({ fileName }) => link({ rel: 'modulepreload', crossorigin: true, href: `/${fileName}` })),
          ...fonts.map((name) =>
            link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` }),
          ),
        ]
      },
    },
  }
}

const link = (attrs: NonNullable<HtmlTagDescriptor['attrs']>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head',
})

function withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<Rolldown.OutputChunk>(),
): Rolldown.OutputChunk[] {
  found.add(chunk)
  for (const name of chunk.imports) {
    const next = bundle[name]
    if (next?.type === 'chunk' && !found.has(next)) withImports(next, bundle, found)
  }
  return [...found]
}
