import { AVATAR_MAX_LENGTH } from '../../../data/model/account.ts'

/** Pixels of a side. */
const SIDE = 256
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

/**
 * The middle square of a picture, small enough to be kept with the account, as a JPEG data address. Drawing it anew leaves behind where it
 * was taken.
 * @throws Error when the file is no picture the browser can read
 */
export async function smallPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = SIDE
    canvas.height = SIDE
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('no canvas')
    const side = Math.min(picture.width, picture.height)
    // What is transparent would become black.
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, SIDE, SIDE)
    pen.drawImage(
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
    const small = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality)).find(
      ({ length }) => length <= AVATAR_MAX_LENGTH,
    )
    if (small === undefined) throw new Error('the picture does not become small enough')
    return small
  } finally {
    picture.close()
  }
}
