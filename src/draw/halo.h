/* Halos: what lies within a distance of closed lines, as coverage.
 *
 * Each pixel is taken as cut by one straight edge: at the distance asked for from the line's point nearest to the
 * pixel's middle, square to the way there. Exact along straight lines. Off where the rim bends within a pixel, or
 * several rims meet: measured over words of 12 pixels by a fiftieth of a pixel in the mean of rim pixels, a quarter at
 * worst. (The exact union of discs and edges took fifty times as long.)
 */
#ifndef LOB_DRAW_HALO_H
#define LOB_DRAW_HALO_H

#include "draw/paths.h"
#include "render/raster.h"

/* Adds to what the raster of width x height holds (the larger value stays). TOOL_LIMIT_EXCEEDED: memory. Work: for each
 * edge the pixels of its box, widened by the distance. */
lob_status lob_halo_draw(lob_ctx *ctx, lob_raster *raster, uint32_t width, uint32_t height, const lob_paths *lines,
                         double distance);

#endif
