/**
 * For Radix dialogs: Esc closes an open suggestion list before it closes the dialog, which gets the key
 * first.
 */
export function escapeToSuggestions(event: Event) {
  if (document.activeElement?.matches('[aria-autocomplete=list][aria-controls]')) event.preventDefault()
}
