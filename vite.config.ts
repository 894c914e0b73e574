import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { ManifestTransform } from 'workbox-build'
import { classicScript } from './scripts/classic-script.ts'
import { firstPaint } from './scripts/first-paint.ts'
import { firstScreens } from './scripts/first-screen.ts'
import { root } from './scripts/root.ts'

/** An absolute path, because the project may be in a folder of any name. */
const MODEL = path.join(root, 'data', path.sep)

/**
 * The part of the service worker that is loaded on demand. A classic script: service workers cannot import
 * modules later.
 */
function backgroundWorkScript(): Plugin {
  return {
    name: 'offlead:background-work',
    apply: 'build',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'sw-later.js',
        source: await classicScript('sw/background-work.ts'),
      })
    },
  }
}

/**
 * protomaps-leaflet names each of its classes by a call, which makes bundlers keep all of them, with its stock
 * styles and the PMTiles reader. With these calls marked as free of side effects, only what the map uses is
 * kept.
 */
function leanProtomaps(): Plugin {
  return {
    name: 'offlead:lean-protomaps',
    transform: {
      filter: { id: /node_modules[\\/]protomaps-leaflet[\\/]/ },
      handler: (code) => ({
        code: code.replaceAll(/(?<![\w$.])u\((?=[\w$]+,"\w+"\)|\(|\w+=>)/g, '/*#__PURE__*/u('),
        map: null,
      }),
    },
  }
}

/** What Leaflet's own modules get of those that {@link leanLeaflet} leaves out. */
const LEFT_OUT_OF_LEAFLET = {
  'Control.Layers': 'export const Layers = undefined, layers = undefined',
  // What Leaflet's function returns in browsers without canvases.
  Canvas: 'export const Canvas = undefined, canvas = () => null',
  'SVG.VML': 'export const vmlMixin = undefined, vmlCreate = undefined',
  'Map.BoxZoom': 'export const BoxZoom = undefined',
  'Map.TapHold': 'export const TapHold = undefined',
  'DomEvent.Pointer': 'export const addPointerListener = () => {}, removePointerListener = () => {}',
  'Icon.Default': 'export function IconDefault() {}',
}

/**
 * Leaves out parts of Leaflet that its other modules import, and that none of our maps has: the control for layers,
 * vectors on a canvas (ours are SVG), vectors in Internet Explorer, zooming to a box that is drawn while holding Shift,
 * an event for holding a finger on the map, touches in browsers without touch events (which those with a touch screen
 * have), and the picture of markers without an icon.
 */
function leanLeaflet(): Plugin {
  return {
    name: 'offlead:lean-leaflet',
    load: {
      filter: {
        id: /node_modules[\\/]leaflet[\\/]src[\\/].*[\\/](Control\.Layers|Canvas|SVG\.VML|Map\.BoxZoom|Map\.TapHold|DomEvent\.Pointer|Icon\.Default)\.js$/,
      },
      handler: (id) => LEFT_OUT_OF_LEAFLET[path.basename(id, '.js') as keyof typeof LEFT_OUT_OF_LEAFLET],
    },
  }
}

/**
 * Builds a worker whose address is imported (`?worker&url`) together with the app, so that both share their
 * libraries. Vite builds each worker by itself, with libraries of its own.
 */
function workerInApp(): Plugin {
  return {
    name: 'offlead:worker-in-app',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\?worker&url$/ },
      handler(id) {
        const reference = this.emitFile({ type: 'chunk', id: id.replace(/\?.*/, ''), name: 'worker' })
        return `export default import.meta.ROLLUP_FILE_URL_${reference}`
      },
    },
  }
}

/** Modules that only the search worker runs (docs/decisions/042). */
const WORKER_ONLY =
  /client[\\/](search-worker[\\/](?!messages)|store[\\/](database-events|directory|outlines))|data[\\/](search|directory|sources)[\\/]|data[\\/]model[\\/](directory|locality|to-park)|data[\\/]geo[\\/]polyline/
/**
 * Of the modules that the search worker shares with the page, those that `/` does not need at once. Channels must not be
 * in the chunk of Dexie, which creates one when it is loaded.
 */
const PLACES =
  /data[\\/](geo[\\/](area|centre|labels|mercator|towns)|places[\\/]regions)\.ts$|client[\\/]store[\\/]channels/
/** Those that it needs at once, besides the model. */
const SHARED_WITH_WORKER =
  /node_modules[\\/]zod[\\/]|client[\\/](search-worker[\\/]messages|store[\\/](backoff|deadline|page-reply|server-gate|suspension|trouble-store)\.ts)/

/** Of the maps, those that `/` does not show. */
const OTHER_MAPS =
  /client[\\/]map[\\/](caption|map-picture|nearby-list|paint-frame|(park|point|position|route)-map|route-picture|use-park-outline)\.|data[\\/]map[\\/]nearby/

/** Code that every document loads before anything else, by its file names. */
const LOADED_AT_START = /(^|\/)(rolldown-runtime|model|libraries)-[^/]+\.js$/

/** Modules whose numbers and texts are written where they are used, so that nothing remains to be loaded. */
const CONSTANTS = /client[\\/]store[\\/]names\.ts$|data[\\/]model[\\/]constants\.ts$/

/** Modules of packages that have no effect if nothing of them is used, which their packages do not say. */
const NO_SIDE_EFFECTS = new RegExp(
  [
    'protomaps-leaflet|@protomaps|color2k|pmtiles|potpack',
    // What can be on a map, and coordinate systems. How vectors are drawn is added to maps by two of the modules.
    String.raw`leaflet[\\/]src[\\/](layer|geo)[\\/](?!vector[\\/](index|Renderer\.getRenderer)\.js)`,
  ]
    .map((modules) => String.raw`node_modules[\\/](${modules})`)
    .join('|'),
)

/** Where a build is written. */
const OUT = 'dist/next-client'

/**
 * Adds the hashes of the documents to the list of files that the service worker stores. Their addresses are
 * the same in every build, so that during a deployment a server may send those of another build.
 */
const withIntegrity: ManifestTransform = async (entries) => ({
  manifest: await Promise.all(
    entries.map(async (entry) => {
      if (!entry.url.endsWith('.html')) return entry
      const bytes = await readFile(path.join(root, OUT, entry.url))
      return { ...entry, integrity: `sha256-${createHash('sha256').update(bytes).digest('base64')}` }
    }),
  ),
})

export default defineConfig({
  plugins: [
    firstPaint(),
    react(),
    tailwindcss(),
    backgroundWorkScript(),
    leanProtomaps(),
    leanLeaflet(),
    workerInApp(),
    firstScreens(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      outDir: OUT,
      injectRegister: false,
      // They are in the patterns below.
      includeManifestIcons: false,
      injectManifest: {
        // The plugin adds the manifest.
        globPatterns: ['**/*.{js,css,html,woff2,svg}', 'icons/*.png'],
        // The Latin subset of the typeface contains every character that the product uses.
        globIgnores: ['**/*latin-ext*', 'sw-*.js'],
        manifestTransforms: [withIntegrity],
      },
      manifest: {
        id: '/',
        name: 'Offlead: dog-friendly parks in Australia',
        short_name: 'Offlead',
        description: 'Find dog-friendly parks near you, with or without reception.',
        lang: 'en-AU',
        dir: 'ltr',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        display_override: ['standalone', 'minimal-ui'],
        // Links from other apps open in the window that is already open.
        launch_handler: { client_mode: ['navigate-existing', 'auto'] },
        handle_links: 'preferred',
        orientation: 'any',
        background_color: '#fbf7ef',
        theme_color: '#fbf7ef',
        categories: ['lifestyle', 'travel', 'navigation'],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
        ],
        shortcuts: [
          {
            name: 'Near me',
            url: '/?useLocation=true',
            icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
          },
          {
            name: 'Favourites',
            url: '/favorites',
            icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
          },
        ],
        share_target: {
          action: '/share',
          method: 'GET',
          enctype: 'application/x-www-form-urlencoded',
          params: { title: 'title', text: 'text', url: 'url' },
        },
        protocol_handlers: [{ protocol: 'geo', url: '/share?url=%s' }],
        // Made from the product: npm run screenshots.
        screenshots: [
          {
            src: '/screenshots/results.jpg',
            sizes: '780x1688',
            type: 'image/jpeg',
            form_factor: 'narrow',
            label: 'Parks near a suburb',
          },
          {
            src: '/screenshots/park.jpg',
            sizes: '780x1688',
            type: 'image/jpeg',
            form_factor: 'narrow',
            label: 'A park, its hours and its rules',
          },
          {
            src: '/screenshots/map.jpg',
            sizes: '1440x900',
            type: 'image/jpeg',
            form_factor: 'wide',
            label: 'Parks as a list and on the map',
          },
        ],
      },
    }),
  ],
  resolve: {
    alias: [
      // Leaflet's modules instead of the one file made of them, so that those that nothing imports are left out.
      { find: /^leaflet$/, replacement: 'leaflet/src/Leaflet.js' },
      // The builds for current browsers. What these packages name is for older ones, and larger.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      { find: /^rbush$/, replacement: 'rbush/index.js' },
      { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
      // The other file contains a hook that React has since version 18.
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: OUT,
    manifest: 'build-manifest.json',
    target: 'es2022',
    // Browsers that understand es2022 but not `modulepreload` load the same files a little later.
    modulePreload: {
      polyfill: false,
      // The document has loaded these already when any other code is needed.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !LOADED_AT_START.test(file)),
    },
    // Data URLs would need a Content-Security-Policy that allows more than our own origin.
    assetsInlineLimit: 0,
    // The code of every start is in four chunks rather than thirty: what starts the search worker, the model,
    // libraries, which rarely change, and the app. Each is evaluated separately (client/first-screen/load-app.ts), so
    // that none blocks the page for long.
    rolldownOptions: {
      // Also strings and what is made of them: saves half a kilobyte of the code of every start.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      treeshake: {
        moduleSideEffects: (id) => !CONSTANTS.test(id) && !NO_SIDE_EFFECTS.test(id),
      },
      output: {
        // Nearly all functions run at start-up: with this hint the engine compiles them while loading, off
        // the main thread, and not again when they are called.
        postBanner: ({ name }) => (name === 'libraries' ? '//# allFunctionsCalledOnLoad\n' : ''),
        // The names of all files are in the code of every start, where hexadecimal digits compress better.
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            // Runs before the others, because it is ready first.
            { name: 'start-worker', test: /client[\\/]queries[\\/]start-worker\.ts$/, priority: 3 },
            // The search worker loads these three and no other code of the page (docs/decisions/042).
            {
              name: 'database',
              test: /node_modules[\\/]dexie[\\/]|client[\\/]store[\\/](database|download|free-space|lock|meta)\.ts$/,
              priority: 4,
            },
            { name: 'places', test: PLACES, priority: 5 },
            {
              name: 'model',
              test: (id) =>
                (id.startsWith(MODEL) && !WORKER_ONLY.test(id) && !PLACES.test(id)) ||
                SHARED_WITH_WORKER.test(id),
              tags: ['$initial'],
              priority: 8,
            },
            { name: 'libraries', test: /node_modules[\\/]/, tags: ['$initial'], priority: 2 },
            { name: 'app', test: (id) => !WORKER_ONLY.test(id), tags: ['$initial'], priority: 1 },
            // Later code has one chunk for each use, because each chunk is a request of the service worker,
            // also on slow networks.
            // Shared by most pages but not by `/`: without a group of their own they would go into the store's.
            {
              name: 'headings',
              test: /client[\\/](ui[\\/](page-title|section|callout|page-icons)\.tsx|parks[\\/](page-texts|park-title)\.ts)$/,
              priority: 0.95,
            },
            // Shared by a park's page, directions and maps, which would otherwise hold up the others. The map of
            // `/` needs these only.
            {
              name: 'outlines',
              test: /client[\\/](queries|api)[\\/]outlines|data[\\/]geo[\\/]area-tiles|data[\\/]model[\\/]outline/,
              priority: 0.945,
            },
            {
              name: 'geography',
              test: /data[\\/]geo[\\/](?!clip|polyline)/,
              priority: 0.94,
            },
            // Shared by all forms, which the account dialog is one of.
            {
              name: 'forms',
              test: /client[\\/](api[\\/]write|ui[\\/]form(-fields)?)\.tsx?$|node_modules[\\/](react-hook-form|@hookform|@standard-schema)[\\/]/,
              priority: 0.92,
            },
            {
              name: 'store',
              test: /client[\\/]store[\\/](?!area|database-events|directory|map-packs|memory|outlines)|client[\\/]app[\\/]outbox-notice|client[\\/]features[\\/]outbox[\\/](status|texts|use-send-now)|client[\\/]features[\\/]favourites[\\/]notice-texts|client[\\/]queries[\\/](personal|live-rows|use-stored)|client[\\/]platform[\\/](kept-form-input|outbox-ports|unvisited)/,
              priority: 0.9,
            },
            // Loaded by every page right after its first screen. Others scroll, too.
            {
              name: 'later-parts',
              test: /data[\\/]hours[\\/]offsets-around|client[\\/](app[\\/](later-parts|reload-when-stuck|title-announcement)|first-screen[\\/](store-results|time-zone-offsets)|features[\\/]settings[\\/]shortcuts|platform[\\/]double-tap|ui[\\/](back-to-top|scroll)\.)/,
              priority: 0.85,
            },
            // What uses Radix only after a press or a hover.
            {
              name: 'widgets',
              test: /client[\\/](ui[\\/](tooltip|escape|sheet)|app[\\/]mobile-menu|parks[\\/](feature-description|filter-sheet))|node_modules[\\/](@radix-ui|@floating-ui)[\\/]/,
              priority: 0.8,
            },
            // Without the button that opens a report, which is on the page of every park.
            {
              name: 'submissions',
              test: /client[\\/]features[\\/]submissions[\\/](?!something-wrong)/,
              priority: 0.5,
            },
            {
              name: 'browse',
              test: /client[\\/](features[\\/]browse[\\/]|(queries|api)[\\/]places\.ts)|data[\\/]places[\\/](?!shared)/,
              priority: 0.45,
            },
            {
              name: 'account',
              test: /client[\\/](features[\\/]account[\\/]|app[\\/]profile-page)/,
              priority: 0.4,
            },
            {
              name: 'browse',
              test: /client[\\/]features[\\/]browse[\\/](texts|no-such-place)/,
              priority: 0.35,
            },
            {
              name: 'maps',
              test: (id) =>
                !OTHER_MAPS.test(id) &&
                /client[\\/]map[\\/]|data[\\/]map[\\/]|node_modules[\\/](protomaps-leaflet|pbf|rbush|@mapbox)[\\/]/.test(
                  id,
                ),
              priority: 0.3,
            },
            { name: 'other-maps', test: OTHER_MAPS, priority: 0.28 },
            // Small pages that few people open. The name of each chunk is in the code of every start.
            { name: 'legal', test: /client[\\/]features[\\/]legal[\\/]/, priority: 0.25 },
            { name: 'failures', test: /client[\\/]app[\\/](not-found|crashed)\./, priority: 0.22 },
            { name: 'admin', test: /client[\\/](features[\\/]admin[\\/]|api[\\/]admin)/, priority: 0.2 },
          ],
        },
      },
    },
  },
})
