import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readImageType } from '../geo/image.ts'
import { namesPrivateNetwork, openUpstream, UpstreamError } from '../geo/upstream.ts'
import { isTransientStatus } from '../../data/model/transient-status.ts'

/** A picture cannot be used. `again`: another attempt may succeed. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly again: boolean

  constructor(message: string, again = false) {
    super(message)
    this.again = again
  }
}

const LIMITS = { timeout: 15_000, maxBytes: 8 * 1024 * 1024, concurrency: 1 }
const MAX_REDIRECTS = 3
/** Pixels. Smaller images are icons or tracking pixels. */
const MIN_SIDE = 80
/** Pixels. Larger images take too much memory when decoded. */
const MAX_PIXELS = 40_000_000
/** Size and quality of the stored WebP. */
const STORED = { width: 960, height: 720, quality: 78 }

/** Whether a URL is on a public host at the default port, and not in a private network. */
export const isPublicUrl = (url: URL) =>
  /^https?:$/.test(url.protocol) &&
  url.port === '' &&
  !url.username &&
  !url.password &&
  !namesPrivateNetwork(url)

/**
 * Downloads a picture from another host. Each URL, including redirects, is checked by `allowed`, and its IP
 * address again when connecting.
 * @throws PictureRefused
 */
export async function fetchPicture(
  address: string,
  userAgent: string,
  allowed: (url: URL) => boolean = isPublicUrl,
): Promise<Buffer> {
  let url = new URL(address)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (!allowed(url)) throw new PictureRefused('Pictures are not loaded from this address.')
    try {
      return (await openUpstream(new URL(url.origin), LIMITS, userAgent).get(url.pathname + url.search)).body
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.failure !== 'redirected') {
        throw new PictureRefused(
          REASONS[error.failure] ?? 'The picture could not be loaded.',
          error.failure === 'unreachable' || error.failure === 'slow' || isTransientStatus(error.status ?? 0),
        )
      }
      if (!error.location || !URL.canParse(error.location, url.href)) break
      url = new URL(error.location, url)
    }
  }
  throw new PictureRefused('The host redirects too often.')
}

const REASONS: Readonly<Partial<Record<UpstreamError['failure'], string>>> = {
  unreachable: 'The host cannot be reached.',
  slow: 'The host takes too long.',
  'too-large': 'The picture has more than 8 MB.',
  status: 'The host does not provide the picture.',
  'forbidden-address': 'Pictures are not loaded from this address.',
}

/**
 * Decodes a picture and encodes it again as WebP, which removes metadata, at most as large as a screen needs.
 * @throws PictureRefused for anything but a PNG, JPEG or WebP picture of a reasonable size
 */
export async function reencodePicture(bytes: Buffer): Promise<Buffer> {
  const kind = readImageType(bytes)
  if (!kind) throw new PictureRefused('This is not a PNG, JPEG or WebP picture.')
  if (kind.width * kind.height > MAX_PIXELS)
    throw new PictureRefused('The picture has more than 40 million pixels.')
  if (Math.min(kind.width, kind.height) < MIN_SIDE) throw new PictureRefused('The picture is too small.')
  try {
    const image = await loadImage(bytes)
    const scale = Math.min(1, STORED.width / image.width, STORED.height / image.height)
    const canvas = createCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    )
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
    return await canvas.encode('webp', STORED.quality)
  } catch {
    throw new PictureRefused('The picture is damaged.')
  }
}
