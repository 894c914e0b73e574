import * as Dialog from '@radix-ui/react-dialog'
import { useEffect, useEffectEvent, type ComponentProps } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'

/** Not in TypeScript's DOM library yet. */
type CloseWatcherClass = new () => EventTarget & { destroy(): void }

/**
 * Calls `onClose` when the user goes back. On Android, Chrome then only closes the dialog and stays on the page;
 * other browsers have gone back by then, to a page that the dialog does not belong to.
 */
function useCloseOnBack(onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: CloseWatcherClass }
    // Not with a mouse: there, only Esc asks to close something, which Radix handles.
    const watcher = matchMedia('(pointer: coarse)').matches && CloseWatcher ? new CloseWatcher() : undefined
    const listener = () => close()
    watcher?.addEventListener('close', listener)
    addEventListener('popstate', listener)
    return () => {
      watcher?.destroy()
      removeEventListener('popstate', listener)
    }
  }, [])
}

/**
 * An open modal dialog, over a backdrop. Closes with Esc, a tap outside and Back. `data-sheet` on the root element
 * stops the page from scrolling. Radix's own scroll lock is part of `Dialog.Overlay`, which is not used: it
 * inserts a style element, which our Content-Security-Policy forbids.
 */
export function Modal({
  onClose,
  className = '',
  ...rest
}: ComponentProps<typeof Dialog.Content> & { onClose(): void }) {
  useCloseOnBack(onClose)
  useEffect(() => {
    const root = document.documentElement
    root.dataset['sheet'] = ''
    return () => void delete root.dataset['sheet']
  }, [])
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 bg-shade print:hidden" />
        <Dialog.Content className={`fixed z-40 bg-page shadow-lifted ${className}`} {...rest} />
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The button in the corner of a {@link Modal} that closes it. */
export const CloseButton = ({ label }: { label: string }) => (
  <Dialog.Close asChild>
    <IconButton label={label}>
      <CloseIcon />
    </IconButton>
  </Dialog.Close>
)
