import { MapOffer } from '../../data/model/map.ts'
import { MAP_OFFER_PATH } from '../store/names.ts'
import { read } from './request.ts'

/** `GET /api/maps`: the maps that the server offers. */
export const fetchMapOffer = async (signal?: AbortSignal) =>
  (await read(MAP_OFFER_PATH, MapOffer, signal)).data
