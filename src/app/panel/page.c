// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/page.h"

#include "app/command.h"
#include "app/probe.h"
#include "app/panel/list-keys.h"
#include "app/widget.h"

#include <string.h>

#define MOVED_EVERY_MS 100

typedef struct {
  TrSelection *selection;
  unsigned news;      // not yet shown
  guint source;       // that will show it; 0: none
  bool is_waiting;    // the source has time: what moves is shown a few times a second
  gint64 told;        // when it was shown last
  GtkListView *view;  // NULL: no list
  GType row_type;     // of its rows
  TrRowList *rows;    // NULL: no list
  GPtrArray *bound;   // TrPageRow that show a row now
  bool is_selectable; // the list's selection is the drawing's
  bool is_following;  // one of the two follows the other at this moment
} TrPagePrivate;

typedef struct {
  TrPage *page;
  TrRowKey key;
  guint subject;
} TrPageRowPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TrPage, tr_page, GTK_TYPE_WIDGET)
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TrPageRow, tr_page_row, GTK_TYPE_WIDGET)

static TrPagePrivate *
get (TrPage *p)
{
  return tr_page_get_instance_private (p);
}

TrSelection *
tr_page_get_selection (TrPage *p)
{
  return get (p)->selection;
}

TrSession *
tr_page_get_session (TrPage *p)
{
  TrSelection *selection = get (p)->selection;
  return selection ? tr_selection_get_session (selection) : NULL;
}

const TrModel *
tr_page_get_model (TrPage *p)
{
  return tr_session_get_model (tr_page_get_session (p));
}

// --- Rows

TrPage *
tr_page_row_get_page (TrPageRow *row)
{
  TrPageRowPrivate *r = tr_page_row_get_instance_private (row);
  return r->page;
}

const TrRowKey *
tr_page_row_get_key (TrPageRow *row)
{
  TrPageRowPrivate *r = tr_page_row_get_instance_private (row);
  return &r->key;
}

static void
set_class (GtkWidget *widget, const char *class, bool is_on)
{
  if (is_on)
    gtk_widget_add_css_class (widget, class);
  else
    gtk_widget_remove_css_class (widget, class);
}

void
tr_page_row_tell (GtkWidget *entry, GtkWidget *label, const char *why)
{
  gtk_label_set_label (GTK_LABEL (label), why ? why : "");
  gtk_widget_set_visible (label, why != NULL);
  set_class (entry, "error", why != NULL);
}

bool
tr_page_row_is_written (GtkWidget *entry, const char *shown)
{
  bool has_focus = gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN;
  return gtk_widget_has_css_class (entry, "error") ||
         (has_focus && shown && strcmp (gtk_editable_get_text (GTK_EDITABLE (entry)), shown) != 0);
}

bool
tr_page_row_put_back (GtkWidget *entry, GtkWidget *label, const char *shown)
{
  GtkEditable *text = GTK_EDITABLE (entry);

  if (g_strcmp0 (shown, gtk_editable_get_text (text)) == 0)
    return false;
  tr_page_row_tell (entry, label, NULL);
  gtk_editable_set_text (text, shown ? shown : "");
  gtk_editable_set_position (text, -1);
  return true;
}

void
tr_page_row_set_label (TrPageRow *row, const char *label)
{
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (row));
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
tr_page_row_dispose (GObject *object)
{
  tr_widget_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (tr_page_row_parent_class)->dispose (object);
}

static void
tr_page_row_class_init (TrPageRowClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tr_page_row_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BOX_LAYOUT);
}

// The list's own gesture has not seen a press that was claimed: it would count the next one as the
// second, and take the focus.
static void
forget_presses (GtkWidget *item)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (item);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) c = g_list_model_get_item (controllers, i);
    if (GTK_IS_GESTURE_CLICK (c))
      gtk_event_controller_reset (c);
  }
}

// Switches, buttons and entries take their own clicks, however soon they follow each other.
static bool
is_on_control (TrPageRow *row, double x, double y)
{
  GtkWidget *w = gtk_widget_pick (GTK_WIDGET (row), x, y, GTK_PICK_DEFAULT);

  for (; w && w != GTK_WIDGET (row); w = gtk_widget_get_parent (w))
    if (GTK_IS_SWITCH (w) || GTK_IS_BUTTON (w) || GTK_IS_CHECK_BUTTON (w) || GTK_IS_RANGE (w) ||
        GTK_IS_EDITABLE (w))
      return true;
  return false;
}

// A list would take the focus back when the button is let go: the double click is the row's own.
// With Ctrl or Shift a press adds to what is selected, however soon it follows another.
static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, TrPageRow *row)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (n_press % 2 != 0 || !TR_PAGE_ROW_GET_CLASS (row)->edit || is_on_control (row, x, y) ||
      (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  forget_presses (gtk_widget_get_parent (GTK_WIDGET (row)));
  TR_PAGE_ROW_GET_CLASS (row)->edit (row);
}

static gboolean
unparent_idle (gpointer data)
{
  gtk_widget_unparent (GTK_WIDGET (data));
  return G_SOURCE_REMOVE;
}

// Its action is activated after it has closed.
static void
menu_closed_cb (GtkWidget *menu)
{
  g_idle_add_full (G_PRIORITY_LOW, unparent_idle, g_object_ref (menu), g_object_unref);
}

// What can be done with the row, which is selected for it.
static void
menu_cb (GtkGestureClick *gesture, int n_press, double x, double y, TrPageRow *row)
{
  TrPageRowPrivate *r = tr_page_row_get_instance_private (row);
  const char *const *commands =
      TR_PAGE_ROW_GET_CLASS (row)->menu ? TR_PAGE_ROW_GET_CLASS (row)->menu (row) : NULL;
  const char *id = TR_PAGE_GET_CLASS (r->page)->row_id (r->page, &r->key);

  if (!commands || !id)
    return;
  if (!tr_selection_has (get (r->page)->selection, id))
    tr_selection_set (get (r->page)->selection, id);
  g_autoptr (GMenuModel) model = tr_command_make_menu (commands);
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);
  gtk_widget_set_name (menu, "row-menu");
  gtk_widget_set_parent (menu, GTK_WIDGET (row));
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &(GdkRectangle){(int) x, (int) y, 1, 1});
  g_signal_connect (menu, "closed", G_CALLBACK (menu_closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (menu));
  tr_probe_say ("row-menu", NULL);
}

static void
tr_page_row_init (TrPageRow *row)
{
  GtkGesture *context = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (context), GDK_BUTTON_SECONDARY);
  g_signal_connect (context, "pressed", G_CALLBACK (menu_cb), row);
  gtk_widget_add_controller (GTK_WIDGET (row), GTK_EVENT_CONTROLLER (context));
  GtkGesture *click = gtk_gesture_click_new ();
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), row);
  gtk_widget_add_controller (GTK_WIDGET (row), GTK_EVENT_CONTROLLER (click));
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, TrPage *page)
{
  GtkWidget *row = g_object_new (get (page)->row_type, NULL);
  TrPageRowPrivate *r = tr_page_row_get_instance_private (TR_PAGE_ROW (row));
  r->page = page;
  gtk_list_item_set_child (item, row);
}

static guint
subject_of (TrPage *page, const TrRowKey *key)
{
  TrPageClass *class = TR_PAGE_GET_CLASS (page);
  const char *id = class->subject ? NULL : class->row_id (page, key);
  return class->subject ? class->subject (page, key) : id ? g_str_hash (id) : 0;
}

// A key counts places of a list: after a removal, or with another selection, the same one is about
// something else, for which nothing that was being written is meant.
static void
show_row (TrPageRow *row, bool is_new)
{
  TrPageRowPrivate *r = tr_page_row_get_instance_private (row);
  guint subject = subject_of (r->page, &r->key);

  is_new |= subject != r->subject;
  r->subject = subject;
  TR_PAGE_ROW_GET_CLASS (row)->show_key (row, is_new);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, TrPage *page)
{
  TrPageRow *row = TR_PAGE_ROW (gtk_list_item_get_child (item));
  TrPageRowPrivate *r = tr_page_row_get_instance_private (row);
  GtkWidget *frame = gtk_widget_get_parent (GTK_WIDGET (row));

  r->key = *tr_row_item_get_key (TR_ROW_ITEM (gtk_list_item_get_item (item)));
  bool is_row = TR_PAGE_GET_CLASS (page)->row_id (page, &r->key) != NULL;
  gtk_list_item_set_selectable (item, is_row && get (page)->is_selectable);
  gtk_list_item_set_activatable (item, is_row);
  set_class (frame, "heading", !is_row);
  set_class (frame, "first", r->key.place & TR_ROW_FIRST);
  set_class (frame, "last", r->key.place & TR_ROW_LAST);
  g_ptr_array_add (get (page)->bound, row);
  show_row (row, true);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *item, TrPage *page)
{
  g_ptr_array_remove_fast (get (page)->bound, gtk_list_item_get_child (item));
}

static TrPageRow *
find_bound (TrPage *page, const TrRowKey *key)
{
  GPtrArray *bound = get (page)->bound;
  for (guint i = 0; i < bound->len; i++) {
    const TrRowKey *k = tr_page_row_get_key (g_ptr_array_index (bound, i));
    if (k->kind == key->kind && k->index == key->index)
      return g_ptr_array_index (bound, i);
  }
  return NULL;
}

void
tr_page_edit_row (TrPage *page, guint position)
{
  guint n;
  const TrRowKey *keys = tr_row_list_get (get (page)->rows, &n);
  TrPageRow *row = position < n ? find_bound (page, &keys[position]) : NULL;
  if (row && TR_PAGE_ROW_GET_CLASS (row)->edit)
    TR_PAGE_ROW_GET_CLASS (row)->edit (row);
}

static void
activate_cb (GtkListView *view, guint position, TrPage *page)
{
  tr_page_edit_row (page, position);
}

// --- The selection, both ways

static void
list_selected_cb (GtkSelectionModel *model, guint position, guint n_changed, TrPage *page)
{
  TrPagePrivate *p = get (page);
  guint n;
  const TrRowKey *keys = tr_row_list_get (p->rows, &n);

  if (p->is_following || !p->selection)
    return;
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (model);
  for (guint64 k = 0; k < gtk_bitset_get_size (chosen); k++) {
    guint at = gtk_bitset_get_nth (chosen, (guint) k);
    const char *id = at < n ? TR_PAGE_GET_CLASS (page)->row_id (page, &keys[at]) : NULL;
    if (id)
      g_ptr_array_add (texts, (gpointer) id);
  }
  p->is_following = true;
  tr_selection_set_all (p->selection, (const char *const *) texts->pdata, texts->len);
  p->is_following = false;
}

static void
follow_selection (TrPage *page)
{
  TrPagePrivate *p = get (page);
  guint n;
  const TrRowKey *keys = tr_row_list_get (p->rows, &n);
  g_autoptr (GtkBitset) chosen = gtk_bitset_new_empty (), all = gtk_bitset_new_range (0, n);

  if (tr_selection_get_n (p->selection) > 0)
    for (guint i = 0; i < n; i++) {
      const char *id = TR_PAGE_GET_CLASS (page)->row_id (page, &keys[i]);
      if (id && tr_selection_has (p->selection, id))
        gtk_bitset_add (chosen, i);
    }
  p->is_following = true;
  gtk_selection_model_set_selection (gtk_list_view_get_model (p->view), chosen, all);
  p->is_following = false;
  // The first of them comes into sight.
  if (!gtk_bitset_is_empty (chosen))
    gtk_widget_activate_action (GTK_WIDGET (p->view), "list.scroll-to-item", "u",
                                gtk_bitset_get_minimum (chosen));
}

// What is selected in the list is removed as it is on the canvas.
static gboolean
list_key_cb (
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, TrPage *page)
{
  bool deletes = key == GDK_KEY_Delete || key == GDK_KEY_KP_Delete || key == GDK_KEY_BackSpace;

  return deletes && gtk_widget_activate_action (GTK_WIDGET (page), "win.delete", NULL);
}

// Before the list has them.
static gboolean
arrow_cb (GtkEventControllerKey *controller,
          guint key,
          guint code,
          GdkModifierType state,
          GtkWidget *list)
{
  bool is_up = key == GDK_KEY_Up || key == GDK_KEY_KP_Up;
  bool is_down = key == GDK_KEY_Down || key == GDK_KEY_KP_Down;
  bool is_plain = (state & gtk_accelerator_get_default_mod_mask ()) == 0;

  return is_plain && (is_up || is_down) && tr_list_skip_heading (list, is_up);
}

void
tr_page_set_list (TrPage *page, GtkListView *view, GType row_type, bool is_selectable)
{
  TrPagePrivate *p = get (page);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSelectionModel) model = NULL;

  p->view = view;
  p->row_type = row_type;
  p->is_selectable = is_selectable;
  p->rows = tr_row_list_new ();
  p->bound = g_ptr_array_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), page);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), page);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), page);
  GListModel *rows = g_object_ref (G_LIST_MODEL (p->rows));
  model = is_selectable ? GTK_SELECTION_MODEL (gtk_multi_selection_new (rows))
                        : GTK_SELECTION_MODEL (gtk_no_selection_new (rows));
  gtk_list_view_set_factory (view, factory);
  gtk_list_view_set_model (view, model);
  g_signal_connect (view, "activate", G_CALLBACK (activate_cb), page);
  if (!is_selectable)
    return;
  g_signal_connect_object (model, "selection-changed", G_CALLBACK (list_selected_cb), page, 0);
  GtkEventController *key_pressed = gtk_event_controller_key_new ();
  g_signal_connect (key_pressed, "key-pressed", G_CALLBACK (list_key_cb), page);
  gtk_widget_add_controller (GTK_WIDGET (view), key_pressed);
  GtkEventController *arrows = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (arrows, GTK_PHASE_CAPTURE);
  g_signal_connect (arrows, "key-pressed", G_CALLBACK (arrow_cb), view);
  gtk_widget_add_controller (GTK_WIDGET (view), arrows);
}

void
tr_page_set_rows (TrPage *page, const TrRowKey *keys, guint n)
{
  TrPagePrivate *p = get (page);
  // Rows that go take their selection with them in the list; the drawing's stays.
  p->is_following = true;
  tr_row_list_set (p->rows, keys, n);
  p->is_following = false;
  for (guint i = 0; i < p->bound->len; i++)
    show_row (g_ptr_array_index (p->bound, i), false);
  if (p->is_selectable)
    follow_selection (page);
}

// --- News

static gboolean
tell_cb (gpointer data)
{
  TrPage *page = TR_PAGE (data);
  TrPagePrivate *p = get (page);
  unsigned news = p->news;

  p->source = 0;
  if (!p->selection || !gtk_widget_get_mapped (GTK_WIDGET (page)))
    return G_SOURCE_REMOVE;
  p->news = 0;
  p->told = g_get_monotonic_time ();
  TR_PAGE_GET_CLASS (page)->update (page, news);
  if (p->is_selectable && (news & TR_NEWS_SELECTED) && !(news & TR_NEWS_DRAWING))
    follow_selection (page);
  return G_SOURCE_REMOVE;
}

static void
hear (TrPage *page, unsigned news)
{
  TrPagePrivate *p = get (page);
  gint64 wait = 0;

  p->news |= news;
  // What has changed for good waits for nothing: whoever clicks a row finds the one that is there.
  if (p->source && p->is_waiting && p->news != TR_NEWS_MOVED)
    g_clear_handle_id (&p->source, g_source_remove);
  if (p->source || !p->news || !gtk_widget_get_mapped (GTK_WIDGET (page)))
    return;
  if (p->news == TR_NEWS_MOVED)
    wait = p->told / 1000 + MOVED_EVERY_MS - g_get_monotonic_time () / 1000;
  p->is_waiting = wait > 0;
  if (p->is_waiting)
    p->source = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, (guint) wait, tell_cb, page, NULL);
  else
    p->source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, tell_cb, page, NULL);
}

static void
session_changed_cb (TrPage *page)
{
  hear (page, tr_session_is_moving (tr_page_get_session (page)) ? TR_NEWS_MOVED : TR_NEWS_DRAWING);
}

// Loading, and values that are being tried.
static void
document_changed_cb (TrPage *page)
{
  hear (page, TR_NEWS_DRAWING);
}

static void
selection_changed_cb (TrPage *page)
{
  if (!get (page)->is_following)
    hear (page, TR_NEWS_SELECTED);
}

void
tr_page_set_selection (TrPage *page, TrSelection *selection)
{
  TrPagePrivate *p = get (page);

  if (p->selection == selection)
    return;
  if (p->selection) {
    TrSession *old = tr_page_get_session (page);
    g_signal_handlers_disconnect_by_data (p->selection, page);
    g_signal_handlers_disconnect_by_data (old, page);
    g_signal_handlers_disconnect_by_data (tr_session_get_document (old), page);
  }
  g_set_object (&p->selection, selection);
  if (!selection)
    return;
  TrSession *session = tr_page_get_session (page);
  g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), page,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), page,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (tr_session_get_document (session), "changed",
                           G_CALLBACK (document_changed_cb), page, G_CONNECT_SWAPPED);
  hear (page, TR_NEWS_DRAWING | TR_NEWS_SELECTED);
}

static gboolean
tr_page_focus (GtkWidget *widget, GtkDirectionType way)
{
  GtkWidget *list = GTK_WIDGET (get (TR_PAGE (widget))->view);
  bool has_list = list && gtk_widget_get_mapped (list);
  bool is_inside = gtk_widget_get_focus_child (widget) != NULL;

  if (has_list && !is_inside && tr_list_begins_with_heading (list) && tr_list_enter (list, way))
    return TRUE;
  if (GTK_WIDGET_CLASS (tr_page_parent_class)->focus (widget, way))
    return TRUE;
  return has_list && gtk_widget_get_focus_child (list) && tr_list_enter (list, way);
}

static void
tr_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tr_page_parent_class)->map (widget);
  hear (TR_PAGE (widget), 0);
}

static void
tr_page_dispose (GObject *object)
{
  TrPage *page = TR_PAGE (object);
  TrPagePrivate *p = get (page);

  g_clear_handle_id (&p->source, g_source_remove);
  tr_page_set_selection (page, NULL);
  tr_widget_drop_children (GTK_WIDGET (object));
  g_clear_object (&p->rows);
  G_OBJECT_CLASS (tr_page_parent_class)->dispose (object);
}

static void
tr_page_finalize (GObject *object)
{
  TrPagePrivate *p = get (TR_PAGE (object));
  g_clear_pointer (&p->bound, g_ptr_array_unref);
  G_OBJECT_CLASS (tr_page_parent_class)->finalize (object);
}

static void
tr_page_class_init (TrPageClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_page_dispose;
  G_OBJECT_CLASS (class)->finalize = tr_page_finalize;
  widget->map = tr_page_map;
  widget->focus = tr_page_focus;
  gtk_widget_class_set_layout_manager_type (widget, GTK_TYPE_BIN_LAYOUT);
}

static void
tr_page_init (TrPage *p)
{
}
