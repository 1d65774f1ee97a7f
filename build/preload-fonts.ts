import type { Plugin } from 'vite'

/** The fonts of the first screen, so that the page gets them beside its script and not after its first layout. */
const FIRST_FONTS = ['inter-latin-opsz-normal', 'jetbrains-mono-latin-wght-normal']

/** Lets the page of the desk load the fonts of its first screen beside its script. */
export const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {}, path }) {
      if (!path.endsWith('index.html')) return []
      return Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2') && FIRST_FONTS.some((name) => file.includes(`/${name}-`)))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        }))
    },
  },
}
