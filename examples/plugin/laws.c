/* Laws of your own for Fourfoot, as a shared library:
 *
 *   cc -O2 -shared -fPIC laws.c -o laws.so -lm
 *
 * (with -I and the folder of fourfoot/plugin.h where Fourfoot is not installed in the system).
 */
#include <fourfoot/plugin.h>
#include <math.h>
#include <stddef.h>

/* A rod: pull = preload + k x + c x'. Parameters: k [N/m], c [N s/m], preload [N]. The same as the
 * program's element "rod". */
static int rod(const double *in, const double *parameters, double *out, double *derivatives,
               void *context) {
  const double x = in[0], rate = in[1];
  const double k = parameters[0], c = parameters[1], preload = parameters[2];
  (void)context;
  out[0] = preload + k * x + c * rate;
  out[1] = x * (preload + 0.5 * k * x);
  out[2] = c * rate * rate;
  if (derivatives != NULL) {
    derivatives[0] = k;
    derivatives[1] = c;
  }
  return FOURFOOT_OK;
}

/* The same without derivatives of its own. */
static int plain_rod(const double *in, const double *parameters, double *out, double *derivatives,
                     void *context) {
  (void)derivatives;
  rod(in, parameters, out, NULL, context);
  return FOURFOOT_NO_DERIVATIVES;
}

/* A damper with a soft knee: pull = f tanh(x' / v). Parameters: f [N], v [m/s]. */
static int soft_damper(const double *in, const double *parameters, double *out, double *derivatives,
                       void *context) {
  const double share = tanh(in[1] / parameters[1]);
  (void)context;
  out[0] = parameters[0] * share;
  out[2] = out[0] * in[1];
  if (derivatives != NULL) derivatives[1] = parameters[0] / parameters[1] * (1.0 - share * share);
  return FOURFOOT_OK;
}

/* A controller with a state: it holds a body over the track, across, with the force
 * F = -(p y + d y' + z), z' = i y. Parameters: p [N/m], d [N s/m], i [N/(m s)]. */
static int centring(const double *in, const double *parameters, double *out, double *derivatives,
                    void *context) {
  const double y = in[1], rate = in[7], z = in[13];
  (void)context;
  out[1] = -(parameters[0] * y + parameters[1] * rate + z);
  out[8] = parameters[2] * y;
  if (derivatives != NULL) { /* 7 rows of 13 */
    derivatives[13 * 1 + 1] = -parameters[0];
    derivatives[13 * 1 + 7] = -parameters[1];
    derivatives[13 * 1 + 12] = -1.0;
    derivatives[13 * 6 + 1] = parameters[2];
  }
  return FOURFOOT_OK;
}

/* A creep law: slope times creepage, bent over to friction by F = mu N tanh(|f| / (mu N)).
 * Parameters: slope over G a b, along and across [1]. Spin is left out. */
static int tanh_creep(const double *in, const double *parameters, double *out, double *derivatives,
                      void *context) {
  const double patch = in[8] * in[0] * in[1], most = in[3] * in[2];
  const double fx = -parameters[0] * patch * in[4], fy = -parameters[1] * patch * in[5];
  const double size = hypot(fx, fy);
  const double factor = size > 0.0 ? most * tanh(size / most) / size : 1.0;
  (void)derivatives;
  (void)context;
  out[0] = factor * fx;
  out[1] = factor * fy;
  out[3] = most > 0.0 ? tanh(size / most) : 0.0;
  return FOURFOOT_NO_DERIVATIVES;
}

/* A wavy track: alignment = A sin(2 pi s / L). Parameters: A [m], L [m]. */
static int wave(const double *in, const double *parameters, double *out, double *derivatives,
                void *context) {
  const double k = 2.0 * 3.14159265358979323846 / parameters[1];
  (void)context;
  out[0] = parameters[0] * sin(k * in[0]);
  if (derivatives != NULL) {
    derivatives[0] = parameters[0] * k * cos(k * in[0]);
    derivatives[1] = -k * k * out[0];
  }
  return FOURFOOT_OK;
}

/* What goes wrong on purpose: it fails once t passes its parameter. */
static int failing(const double *in, const double *parameters, double *out, double *derivatives,
                   void *context) {
  (void)out;
  (void)derivatives;
  (void)context;
  return in[2] > parameters[0] ? -7 : FOURFOOT_OK;
}

static const fourfoot_plugin plugins[] = {
    {FOURFOOT_LINE, 3, 0, 0, "rod", rod, NULL},
    {FOURFOOT_LINE, 3, 0, 0, "plain-rod", plain_rod, NULL},
    {FOURFOOT_LINE, 2, 0, 0, "soft-damper", soft_damper, NULL},
    {FOURFOOT_LINE, 1, 0, 0, "failing", failing, NULL},
    {FOURFOOT_BEARING, 3, 1, 0, "centring", centring, NULL},
    {FOURFOOT_CREEP, 2, 0, 0, "tanh-creep", tanh_creep, NULL},
    {FOURFOOT_IRREGULARITY, 2, 0, 0, "wave", wave, NULL},
};

#ifndef LAWS_VERSION /* the tests make a library of another version */
#define LAWS_VERSION FOURFOOT_PLUGIN_VERSION
#endif
static const fourfoot_plugin_list list = {LAWS_VERSION, sizeof plugins / sizeof plugins[0], plugins};

const fourfoot_plugin_list *fourfoot_get_plugins(void);
const fourfoot_plugin_list *fourfoot_get_plugins(void) { return &list; }
