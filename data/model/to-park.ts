import type { DirectoryPark, Park } from './park.ts'
import { milesOf } from './park.ts'
import { publishersText } from './source.ts'

const withoutCopy = <T extends { copy?: string | undefined }>({ copy: _copy, ...rest }: T) => rest

/** `distanceMetres`: the distance from the point of the search, or `null` without one. */
export function toPark(row: DirectoryPark, distanceMetres: number | null = null): Park {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    city: row.city,
    state: row.state,
    postal_code: row.postcode,
    country: 'Australia',
    latitude: String(row.latitude),
    longitude: String(row.longitude),
    rating: row.rating === null ? null : String(row.rating),
    imageUrl: row.imageUrl,
    distance: distanceMetres === null ? null : milesOf(distanceMetres),
    size: row.size,
    phone: row.phone,
    openingHours: row.openingHours,
    features: row.features.length === 0 ? null : row.features.join(','),
    description: row.description,
    createdAt: row.createdAt,
    area: row.area,
    locationAccuracy: row.accuracy,
    dogAccess: row.access,
    absentFeatures: row.lacks.length === 0 ? null : row.lacks.join(','),
    leashHours: row.leashHours,
    source: publishersText(row.sources),
    sources: row.sources.map(withoutCopy),
    asOf: row.asOf,
    position: row.position && withoutCopy(row.position),
    council: row.council,
  }
}
