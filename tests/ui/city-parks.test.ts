import { describe, expect, test } from 'vitest'
import { listedPostcodes } from '../../client/features/browse/city-parks.ts'

const park = (city: string, postal_code: string) => ({ city, postal_code })

describe('the list of a suburb', () => {
  test('without a park of its own is named by the postcodes of its parks', () => {
    expect(
      listedPostcodes({ name: 'Aberfoyle' }, [
        park('Guyra', '2365'),
        park('Armidale', '2350'),
        park('Armidale', '2350'),
      ]),
    ).toEqual(['2350', '2365'])
  })

  test('with a park of its own is named by the suburb', () => {
    expect(
      listedPostcodes({ name: 'Armidale' }, [park('Armidale', '2350'), park('Guyra', '2350')]),
    ).toBeNull()
    expect(listedPostcodes({ name: 'Armidale' }, [])).toBeNull()
  })

  test('that filters leave no park of its own is named by the suburb, unless it has none', () => {
    const filtered = [park('Eltham North', '3095'), park('Research', '3095')]
    expect(listedPostcodes({ name: 'Eltham' }, filtered, 6)).toBeNull()
    expect(listedPostcodes({ name: 'Eltham' }, filtered, null)).toBeNull()
    expect(listedPostcodes({ name: 'Eltham' }, filtered, 0)).toEqual(['3095'])
  })
})
