/** @file
 * Laws of your own in Fourfoot: the C interface of plug-ins. Installed as fourfoot/plugin.h; C and C++.
 *
 * A plug-in is a function that gets numbers and answers numbers, all in SI. It is called from several
 * threads at once, thousands of times a second: it must answer the same for the same arguments, keep
 * no state of its own (own states are integrated by the program, see below) and allocate nothing.
 * Plug-ins are code: they run with all rights of the program that loads them. See SECURITY.md.
 *
 * Guide with examples: docs/guide/plugins.md.
 */
#ifndef FOURFOOT_PLUGIN_H
#define FOURFOOT_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Version of this interface. A library made for another version is rejected with a message. */
#define FOURFOOT_PLUGIN_VERSION 1

/** Most own states z that an element can have. */
#define FOURFOOT_MAX_STATES 6

/** What a law is, and what its arrays hold. n: its number of own states. Derivatives are by rows.
 *
 * FOURFOOT_LINE: force between two points, along the line between them or an axis of end A.
 * - in: stroke (longer than in the nominal position > 0) [m], rate [m/s], t [s], z (n)
 * - out: pull (draws the ends together > 0) [N], stored energy [J], dissipated power [W], dz/dt (n)
 * - derivatives: pull, dz/dt (1 + n rows) by stroke, rate, z (2 + n columns)
 *
 * FOURFOOT_BEARING: force and torque between two bodies, or track and body; also a controller that
 * measures their motion, or a force from outside.
 * - in: displacement of B's point from its nominal position (3) [m], rotation vector of B (3) [rad],
 *        velocity (3) [m/s], angular velocity (3) [rad/s], all relative to A in A's axes; t [s]; z (n)
 * - out: force on B at its point (3) [N], torque on B (3) [N m], stored energy [J], dissipated power
 *        [W], dz/dt (n); the opposite acts on A
 * - derivatives: force, torque, dz/dt (6 + n rows) by the first twelve of `in` and z (12 + n columns)
 *
 * FOURFOOT_CREEP: tangential forces of a contact patch.
 * - in: a, b [m], normal [N], friction [1], nu_x, nu_y [1], spin [1/m], speed [m/s],
 *        shear modulus [N/m2], Poisson's ratio [1]
 * - out: fx, fy [N], mz [N m] on the wheel; share of the patch that slips [1]
 * - derivatives: fx, fy, mz (3 rows) by nu_x, nu_y, spin, normal, a, b (6 columns)
 *
 * The normal force acts only through friction x normal, once a and b are given.
 *
 * FOURFOOT_IRREGULARITY: deviations of the rails.
 * - in: s [m]
 * - out: alignment, vertical, gauge, cross level (4) [m]
 * - derivatives: these four (rows) differentiated once [1] and twice [1/m] by s (2 columns)
 */
enum fourfoot_plugin_kind {
  FOURFOOT_LINE = 1,
  FOURFOOT_BEARING = 2,
  FOURFOOT_CREEP = 3,
  FOURFOOT_IRREGULARITY = 4
};

/** What a law returns. Below zero: it failed, which ends the run; the number stands in the message. */
enum fourfoot_plugin_answer {
  FOURFOOT_OK = 0,            /**< `out` is filled, and `derivatives` where they were asked for */
  FOURFOOT_NO_DERIVATIVES = 1 /**< only `out` is filled: the program takes central differences */
};

/** The function of a law. `derivatives` is NULL where they are not needed. All entries of `out` and
 * `derivatives` are zero before the call. `parameters` are the numbers of the file; `context` is the plug-in's own. */
typedef int (*fourfoot_law)(const double* in, const double* parameters, double* out,
                            double* derivatives, void* context);

/** One law of a library. */
typedef struct fourfoot_plugin {
  uint32_t kind;            /**< enum fourfoot_plugin_kind */
  uint32_t parameter_count; /**< numbers that `parameters` must have */
  uint32_t state_count;     /**< own states, of a line or bearing; else 0 */
  uint32_t reserved;        /**< 0 */
  const char* name;         /**< the word for it in files */
  fourfoot_law law;         /**< its function */
  void* context;            /**< passed to the function as it is */
} fourfoot_plugin;

/** What a library exports: the version it was made for, and its plug-ins. They stay until the program
 * ends. */
typedef struct fourfoot_plugin_list {
  uint32_t version;               /**< FOURFOOT_PLUGIN_VERSION */
  uint32_t count;                 /**< of the plug-ins */
  const fourfoot_plugin* plugins; /**< all of them, one after the other */
} fourfoot_plugin_list;

/** The one function that a library must have: const fourfoot_plugin_list *fourfoot_get_plugins(void); */
typedef const fourfoot_plugin_list* (*fourfoot_get_plugins_function)(void);

#ifdef __cplusplus
}
#endif

#endif
