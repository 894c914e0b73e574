import { AVATAR_MAX_LENGTH } from '../../../data/model/account.ts'

/** Width and height in pixels. */
const SIDE = 256
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

/**
 * Crops an image to its central square and scales it down to an account picture, as a JPEG data URL.
 * Re-encoding removes the metadata, including the location.
 * @throws Error if the browser cannot read the file as an image
 */
export async function smallPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = SIDE
    canvas.height = SIDE
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    const side = Math.min(picture.width, picture.height)
    // JPEG has no transparency: without a background, transparent areas would become black.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, SIDE, SIDE)
    context.drawImage(
      picture,
      (picture.width - side) / 2,
      (picture.height - side) / 2,
      side,
      side,
      0,
      0,
      SIDE,
      SIDE,
    )
    const dataUrl = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality)).find(
      ({ length }) => length <= AVATAR_MAX_LENGTH,
    )
    if (dataUrl === undefined) throw new Error('the picture cannot be made small enough')
    return dataUrl
  } finally {
    picture.close()
  }
}
