import { closing, opening } from '../../data/screens/document-parts.ts'

const START = 'results-start'
const END = 'results-end'

/** React renders no comments, so elements mark where the part of the document begins and ends. */
export const RESULTS_START = <template data-mark={START} />
export const RESULTS_END = <template data-mark={END} />

const html = (mark: string) => `<template data-mark="${mark}"></template>`

/** Replaces the elements by the comments of the document's part. */
export const withPartComments = (screen: string) =>
  screen.replace(html(START), opening('results')).replace(html(END), closing('results'))
