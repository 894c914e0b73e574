/** Where the person is, or Sydney when that is not known (`fallback`). Degrees; accuracy in metres; timestamp in ms since 1970. */
export interface FetchedPosition {
  latitude: number
  longitude: number
  accuracy: number
  timestamp: number
  fallback: boolean
}
