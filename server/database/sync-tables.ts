import type { ColumnType, Generated } from 'kysely'
import type { InboxItemStatus, ReportReason } from '../../data/model/submission.ts'

type Made = ColumnType<string, string | undefined, never>
type Initially<T> = ColumnType<T, T | undefined, T>

/** What an administrator has decided, and when. */
interface Decided {
  status: Initially<InboxItemStatus>
  decidedAt: Initially<string | null>
  decidedBy: Initially<number | null>
  note: Initially<string>
}

/**
 * The tables of favourites, history, reviews, visits, statistics and the inbox, and the sync protocol's own.
 * Booleans are 0 or 1.
 */
export interface SyncTables {
  sync_epochs: { number: Generated<number>; epoch: string; total: Initially<number> }
  sync_people: { userId: number; revision: number }
  sync_devices: { deviceId: string; userId: number | null; lastSeq: number; lastSeen: string }
  sync_outcomes: { deviceId: string; seq: number; opId: string; outcome: string; createdAt: string }
  user_favorites: { id: Generated<number>; userId: number; parkId: number; createdAt: Made }
  favourite_revisions: { userId: number; parkId: number; revision: number; saved: number }
  favourite_adds: {
    userId: number
    parkId: number
    addId: string
    undone: number
    revision: Initially<number>
  }
  user_search_history: {
    id: Generated<number>
    userId: number
    query: string
    timestamp: string
    resultCount: number | null
    /** JSON: the version of the directory, and the ids of the results. */
    cachedResults: string | null
  }
  history_entries: { userId: number; entryId: string; revision: number; searchId: number }
  history_clearings: { userId: number; clearId: string; inForce: number; revision: Initially<number> }
  account_usage: { userId: number; visits: number; visitNotes: number }
  search_days: { day: string; count: number; empty: number }
  search_day_terms: { day: string; term: string; count: number }
  search_day_features: { day: string; feature: string; count: number }
  search_day_places: { day: string; latitude: number; longitude: number; count: number }
  park_reviews: {
    id: Generated<number>
    parkId: number
    userId: number
    rating: number
    comment: string | null
    title: string | null
    visitDate: string | null
    createdAt: string
    updatedAt: string
    helpful: Initially<number>
    reportCount: Initially<number>
    isModerated: Initially<number>
    /** JSON list. */
    photoUrls: string | null
  }
  review_helpful_votes: {
    id: Generated<number>
    reviewId: number
    userId: number
    isHelpful: number
    createdAt: string
  }
  park_visits: {
    id: Generated<number>
    userId: number | null
    parkId: number | null
    visitDate: string
    duration: number | null
    notes: string | null
    rating: number | null
    createdAt: string
  }
  search_analytics: {
    id: Generated<number>
    userId: number | null
    searchTerm: string | null
    latitude: number | null
    longitude: number | null
    features: string | null
    resultCount: number
    searchDate: string
    createdAt: string
  }
  park_submissions: Decided & {
    id: Generated<number>
    userId: number | null
    parkName: string
    address: string
    suburb: string
    postcode: string
    state: string
    description: string | null
    website: string | null
    /** JSON: `PlacedPoint`. */
    point: Initially<string | null>
    openingHours: string | null
    features: string | null
    createdAt: string
    /** The park created from it. */
    parkId: Initially<number | null>
  }
  contact_messages: Decided & {
    id: Generated<number>
    userId: number | null
    name: string
    email: string
    subject: string
    message: string
    createdAt: string
  }
  reports: Decided & {
    id: Generated<number>
    userId: number | null
    subject: 'park' | 'review'
    subjectId: number
    reason: Initially<ReportReason | null>
    /** JSON: `PlacedPoint`. */
    point: Initially<string | null>
    message: string
    createdAt: string
  }
}
