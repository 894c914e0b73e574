import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readImageType } from '../geo/image.ts'
import { namesPrivateNetwork, openUpstream, UpstreamError } from '../geo/upstream.ts'

/** A picture that is not taken. `again`: asking later may help. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly again: boolean

  constructor(message: string, again = false) {
    super(message)
    this.again = again
  }
}

const LIMITS = { timeout: 15_000, maxBytes: 8 * 1024 * 1024, concurrency: 1 }
const REDIRECTS = 3
/** Pixels: fewer on a side are an icon or a tracking dot, and more than so many in all unpack to more than a picture is worth. */
const SMALLEST_SIDE = 80
const MOST_PIXELS = 40_000_000
/** What is kept fits into this, as WebP. */
const KEPT = { width: 960, height: 720, quality: 78 }

/** Hosts of the public internet at the usual ports: no addresses of private networks, no names only those have, no other services. */
export const mayAsk = (url: URL) =>
  /^https?:$/.test(url.protocol) &&
  url.port === '' &&
  !url.username &&
  !url.password &&
  !namesPrivateNetwork(url)

/**
 * Fetches a picture from another host. Each address on the way, redirects included, is judged by `allowed`, and once more when its name has been
 * resolved, at the moment of connecting.
 * @throws PictureRefused
 */
export async function fetchPicture(
  address: string,
  userAgent: string,
  allowed: (url: URL) => boolean = mayAsk,
): Promise<Buffer> {
  let url = new URL(address)
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    if (!allowed(url)) throw new PictureRefused('This address is not asked for pictures.')
    try {
      return (await openUpstream(new URL(url.origin), LIMITS, userAgent).get(url.pathname + url.search)).body
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.failure !== 'redirected') {
        throw new PictureRefused(
          REASONS[error.failure] ?? 'The host could not be asked.',
          error.failure === 'unreachable' || error.failure === 'slow' || (error.status ?? 0) >= 500,
        )
      }
      if (!error.location || !URL.canParse(error.location, url.href)) break
      url = new URL(error.location, url)
    }
  }
  throw new PictureRefused('The host sends from one address to the next.')
}

const REASONS: Readonly<Partial<Record<UpstreamError['failure'], string>>> = {
  unreachable: 'The host cannot be reached.',
  slow: 'The host takes too long.',
  'too-large': 'The picture has more than 8 MB.',
  status: 'The host does not give the picture.',
  'forbidden-address': 'This address is not asked for pictures.',
}

/**
 * The picture as it is kept: decoded and drawn anew, so that nothing but what one sees is left of the file; no larger than a screen needs.
 * @throws PictureRefused for anything but a PNG, JPEG or WebP picture of a reasonable size.
 */
export async function tidyPicture(bytes: Buffer): Promise<Buffer> {
  const kind = readImageType(bytes)
  if (!kind) throw new PictureRefused('This is not a PNG, JPEG or WebP picture.')
  if (kind.width * kind.height > MOST_PIXELS)
    throw new PictureRefused('The picture has more than 40 million pixels.')
  if (Math.min(kind.width, kind.height) < SMALLEST_SIDE) throw new PictureRefused('The picture is too small.')
  try {
    const image = await loadImage(bytes)
    const scale = Math.min(1, KEPT.width / image.width, KEPT.height / image.height)
    const canvas = createCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    )
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
    return await canvas.encode('webp', KEPT.quality)
  } catch {
    throw new PictureRefused('The picture is damaged.')
  }
}
