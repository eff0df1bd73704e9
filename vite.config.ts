import { defineConfig } from 'vite';

/** Builds the live-answers page. Nothing is inlined, so that it works under a policy without inline code or data URLs. */
export default defineConfig({
  root: 'src/web',
  base: '/',
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
